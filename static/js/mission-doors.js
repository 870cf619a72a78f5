// Doors on the map. A click near a door presses the button that the page has for it: a GM's from the list of
// doors, a player's from the options of a unit beside it. The right button, or a long press, locks.
import { $, onChange, state } from './mission-state.js';
import { pointUnder } from './mission-camera.js';
import { press } from './mission-commands.js';
import { clear, showTip } from './mission-preview.js';
import { say } from './mission-notices.js';

const NEAR = 0.2;               // how far from a door a click still means it, in cells; over a token half of it
const FINGER = 0.35;            // and a finger, which shows first what it means
let doors = [];                 // {at: [board, ax, ay, bx, by], turn, lock, words}
let armed = null;               // the door that a first tap has shown

export function setUpDoors() {
  onChange(read);
  read();
  const view = $('view');
  view.addEventListener('pointermove', point, true);
  view.addEventListener('click', click, true);
  view.addEventListener('contextmenu', lock, true);
}

function read() {
  armed = null;
  doors = [...document.querySelectorAll('#doors [data-door]')].map(row => {
    const [turn, bolt] = row.querySelectorAll('button');
    return { at: row.dataset.door.split(',').map(Number), turn, bolt, words: turn.getAttribute('aria-label') };
  });
  for (const turn of document.querySelectorAll('#options button[data-do=door]')) {
    const { at } = JSON.parse(turn.value).args;
    doors.push({ at: [state.shown, ...at.flat()], turn, bolt: null, words: turn.querySelector('.nm')?.firstChild.textContent.trim() ?? 'Door' });
  }
}

/** The door under a point of the window that the page has a button for, or null. */
function near(event) {
  if (event.target.closest?.('button:not(.tok)') || $('view').classList.contains('fogging')) return null;
  const [px, py] = pointUnder(event.clientX, event.clientY);
  const most = (event.pointerType === 'mouse' ? NEAR : FINGER) / (event.target.closest?.('.tok') ? 2 : 1);
  let best = null;
  for (const door of doors) {
    const [shown, ax, ay, bx, by] = door.at;
    if (shown !== state.shown) continue;
    const upright = ax !== bx;
    const [along, aside] = upright ? [py - ay, Math.abs(px - bx)] : [px - ax, Math.abs(py - by)];
    if (along >= 0 && along <= 1 && aside <= most && (!best || aside < best.aside)) best = { door, aside };
  }
  return best?.door ?? null;
}

const tip = (door, more) => showTip(door.at[1], door.at[2], { kind: 'act', text: door.words, notes: [more] });

function point(event) {
  if (event.pointerType !== 'mouse' || event.buttons) return;
  const door = near(event);
  if (!door) return;
  event.stopPropagation();
  clear();
  tip(door, door.bolt && `right click: ${door.bolt.textContent}`);
  $('view').classList.add('can');
}

function click(event) {
  const door = near(event);
  if (!door) { armed = null; return; }
  event.stopPropagation();
  if (event.pointerType !== 'mouse' && armed !== door) {
    armed = door;
    tip(door, 'Tap again to do it');
    say(`${door.words}. Tap again to do it.`);
    return;
  }
  armed = null;
  clear();
  press(door.turn);
}

function lock(event) {
  const door = near(event);
  if (!door?.bolt) return;
  event.preventDefault();
  event.stopPropagation();
  clear();
  press(door.bolt);
}
