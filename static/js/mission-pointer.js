// Mouse, pen and touch on the map. Mouse: pointing shows, a click does, dragging ground pans. Touch: the
// first tap shows, the second does. Dragging an own token moves it; Esc or the right button cancels; nothing
// is sent before the drop.
import { $, actor, describe, onChange, state, token, tokenAt, wayTo } from './mission-state.js';
import { cellUnder, clickedAt, moved, pointUnder, setCursor } from './mission-camera.js';
import { clear, commit, show } from './mission-preview.js';
import { measureFrom, measureTo } from './mission-measure.js';
import { say } from './mission-notices.js';
import { openMenu } from './mission-gm.js';
import { playerOf } from './mission-offer.js';
import { stopAiming } from './mission-aim.js';
import { addVia, dropVia } from './mission-via.js';
import { follow, marching } from './mission-march.js';
import { zoomsByHand } from './mission-zoom.js';
import { complain } from './mission-commands.js';
import { shut } from './mission-sockets.js';

const STILL = 6;                // a pointer that moved less has not dragged
const HELD = 500;               // a touch that stays this long is a long press
const LEARNT = 3;               // after so many second taps nobody is told of the second tap any more

let drag = null;                // {id, body, x, y, on, freely}
let pan = null;
let pinching = () => false;
let press = null;               // timer of a long press
let armed = '';                 // the cell that a first tap has shown
let taps = 0;                   // second taps that did something: whoever knows them is told no more
let shownWords = '';            // what that first tap has shown: if it changes, a second tap shows again
let swallow = false;            // the click after a drag is none

export function setUpPointing() {
  const view = $('view');
  view.addEventListener('pointerdown', down);
  view.addEventListener('pointermove', move);
  view.addEventListener('pointerup', up);
  view.addEventListener('pointercancel', cancel);
  view.addEventListener('pointerleave', event => { if (event.pointerType === 'mouse') here = null; if (event.pointerType === 'mouse' && !armed && !drag) clear(); });
  view.addEventListener('click', click);
  view.addEventListener('contextmenu', menu);
  pinching = zoomsByHand({
    begins: () => { clearTimeout(press); stop(); swallow = true; },
    moves: () => clearTimeout(press),
  });
  onChange(() => { if (armed && words() !== shownWords) armed = ''; });
}

/** Which body a pointer on `tok` would drag: my own, or for a GM with Shift or the switch anyone. */
function dragged(event, tok) {
  const body = tok.dataset.body;
  if (state.aiming) return null;
  const freely = state.opts.role === 'gm' && (event.shiftKey || $('free')?.checked);
  if (freely) return { body, freely: true };
  if (state.opts.reach[body]) return { body, freely: false };
  if (state.opts.phase === 'placement' && (state.opts.role === 'gm' || tok.classList.contains('mine'))) return { body, freely: true };
  return null;
}

function down(event) {
  swallow = false;
  if (event.button) return;
  const tok = event.target.closest('.tok');
  const what = tok && dragged(event, tok);
  if (what) drag = { ...what, id: event.pointerId, x: event.clientX, y: event.clientY, on: false };
  else if (event.pointerType === 'mouse') pan = { x: event.clientX, y: event.clientY, left: $('view').scrollLeft, top: $('view').scrollTop, on: false };
  if (event.pointerType !== 'mouse' && tok) press = setTimeout(() => { swallow = openMenu(tok.dataset.body, event.clientX, event.clientY); if (swallow) cancel(); }, HELD);
}

function move(event) {
  if (drag?.id === event.pointerId) return dragMove(event);
  if (pan) {
    if (!pan.on && Math.hypot(event.clientX - pan.x, event.clientY - pan.y) > STILL) {
      pan.on = true;
      moved();
      $('view').classList.add('pan');
      clear();
    }
    if (pan.on) {
      $('view').scrollLeft = pan.left - event.clientX + pan.x;
      $('view').scrollTop = pan.top - event.clientY + pan.y;
    }
  } else if ($('packghost')) clear();          // a thing is being carried over the map
  else if (event.pointerType === 'mouse' && !armed) point(event);
  return undefined;
}
let here = null;                // the cell under the mouse
/** The cell under the mouse, or null. */
export const pointed = () => here;
const words = () => $('tip').className && $('tip').textContent;
function point(event) {
  const cell = cellUnder(event.clientX, event.clientY);
  if (marching()) return;
  if (String(cell) === String(here) && $('tip').classList.contains('on')) return;
  here = cell;
  if (!cell) clear();
  else if (state.measuring) measureTo(...cell);
  else show(...cell);
}
/** Whether a hand is at the map right now: then nothing may move under it. */
export const handsOn = () => Boolean(drag || pan || pinching() || armed);
function dragMove(event) {
  if (!drag.on) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= STILL) return;
    drag.on = true;
    clearTimeout(press);
    $('view').setPointerCapture(event.pointerId);
    $('board').classList.add('dragging');
  }
  const [x, y] = pointUnder(event.clientX, event.clientY);
  $('drag').setAttribute('cx', x);
  $('drag').setAttribute('cy', y);
  const cell = cellUnder(event.clientX, event.clientY);
  if (cell) show(...cell, drag.body, drag.freely); else clear();
}

function up(event) {
  clearTimeout(press);
  const done = drag?.on ? drag : null;
  swallow ||= Boolean(done || pan?.on);
  stop();
  const cell = done && cellUnder(event.clientX, event.clientY);
  const way = cell && !done.freely && !state.taking && wayTo(done.body, ...cell);
  if (way && !tokenAt(...cell) && !playerOf(done.body) && follow(done.body, way)) clear();
  else if (cell) commit(...cell, done.body, done.freely);
}
function stop() {
  drag = pan = null;
  $('board').classList.remove('dragging');
  $('view').classList.remove('pan');
}
/** Drops whatever is being shown or dragged, without doing it. */
export function cancel() {
  clearTimeout(press);
  const busy = [Boolean(drag?.on || armed || state.taking), dropVia(), stopAiming()].some(Boolean);
  swallow ||= Boolean(drag?.on);
  stop();
  armed = '';
  if (state.taking) { state.taking = ''; document.dispatchEvent(new CustomEvent('mission:taking')); }
  clear();
  return busy;
}

function click(event) {
  if (swallow) { swallow = false; return; }
  if (event.detail > 1 && event.pointerType === 'mouse') return;      // one double click is no two attacks
  const at = clickedAt(event);
  const cell = cellUnder(...at);
  if (!cell) return;
  const under = event.pointerType === 'touch' ? document.elementFromPoint(...at) : event.target;
  const body = under?.closest?.('.tok')?.dataset.body;
  setCursor(...cell, event.pointerType !== 'mouse');
  if (state.measuring) { measured(event, cell); return; }
  if (!state.aiming && (event.ctrlKey || event.metaKey)) { addVia(...cell); return; }
  if (!state.aiming && body && state.opts.reach[body] && body !== actor()) { choose(body); return; }
  if (event.pointerType !== 'mouse' && armed !== String(cell)) {
    const found = show(...cell, actor(), false, taps < LEARNT);
    armed = found && found.kind !== 'no' ? String(cell) : '';
    shownWords = words();
    $('via').hidden = found?.kind !== 'move';
    say([describe(...cell), ...(found?.kind === 'aim' ? found.notes : []), armed && 'Tap again to do it.'].filter(Boolean).join(' '));
    const why = !found && shut(...cell);
    if (why) complain(why);
    else if (!found && body) document.dispatchEvent(new CustomEvent('mission:inspect', { detail: body }));
    return;
  }
  if (armed) taps += 1;
  armed = '';
  if (commit(...cell) === null && body && !shut(...cell)) document.dispatchEvent(new CustomEvent('mission:inspect', { detail: body }));
}

/** Measuring: a click begins from there; a finger shows the distance first. */
function measured(event, cell) {
  if (event.pointerType === 'mouse' || String(state.measuring) === String(cell)) measureFrom(...cell);
  else say(measureTo(...cell));
}

/** From now on this body acts, of those that I may move. */
export function choose(body) {
  state.chosen = body;
  clear();
  document.dispatchEvent(new CustomEvent('mission:chosen', { detail: body }));
  say(`${token(body)?.getAttribute('aria-label') ?? body}. Chosen.`);
}

function menu(event) {
  event.preventDefault();
  if (cancel()) return;
  const body = event.target.closest('.tok')?.dataset.body;
  if (body) openMenu(body, event.clientX, event.clientY);
}
