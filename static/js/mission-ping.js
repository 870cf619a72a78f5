// Pointing at a cell: a button or finger that rests on the map (with Shift the GM brings all there), or a
// key at the cursor. What others point at is shown for a moment; it stands in no log.
import { $, calm, cellName, inside, state } from './mission-state.js';
import { cellUnder, centre, showBoard, zoomed } from './mission-camera.js';
import { complain } from './mission-commands.js';
import { say } from './mission-notices.js';

const HELD = 600;
const SHOWN = 3500;
const STILL = 6;
let swallow = false;            // the click that ends a long press is none

export function setUpPings() {
  addEventListener('htmx:ws:before:message:incoming', event => {
    const { ping } = event.detail.message.frame ?? {};
    if (ping) show(ping);
  });
  if (!document.body.dataset.ping || document.body.classList.contains('spectator')) return;
  const view = $('view');
  let timer = 0;
  let from = null;
  const stop = () => { clearTimeout(timer); from = null; };
  view.addEventListener('pointerdown', event => {
    stop();
    swallow = false;
    // A finger that rests opens the menu of a GM; a GM's finger points by the menu's line.
    if (event.button || !event.isPrimary || state.taking || event.pointerType !== 'mouse' && (event.target.closest('.tok') || $('menu'))) return;
    from = [event.clientX, event.clientY];
    const all = event.shiftKey;
    timer = setTimeout(() => {
      const cell = from && cellUnder(...from);
      if (!cell) return;
      swallow = true;
      point(...cell, all && Boolean($('menu')));
    }, HELD);
  });
  view.addEventListener('pointermove', event => { if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STILL) stop(); });
  for (const name of ['pointerup', 'pointercancel', 'scroll']) view.addEventListener(name, stop);
  $('stage').addEventListener('click', event => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}

/** Points at a cell of the shown board; `all`: the GM brings everyone's view there. */
export async function point(x, y, all = false) {
  const where = document.body.dataset.ping;
  if (!where || document.body.classList.contains('spectator') || !inside(x, y)) return;
  const body = new URLSearchParams({ board: state.boards[state.shown].key, x, y, spot: all ? '1' : '' });
  body.set('csrfmiddlewaretoken', $('cmd').elements.csrfmiddlewaretoken.value);
  try {
    const answer = await fetch(where, { method: 'POST', body });
    if (answer.status === 429) complain('That is much pointing: wait a moment.');
  } catch { complain('Not connected: nobody saw it.'); }
}

function show({ board, x, y, by, hue, spot, seat }) {
  const index = state.boards.findIndex(one => one.key === board);
  if (index < 0) return;
  const own = seat === document.body.dataset.seat;
  if (spot && !own) { showBoard(index); centre(x + 0.5, y + 0.5); }
  say(own ? `You point at ${cellName(x, y)}.` : `${by} points at ${cellName(x, y)}.`);
  if (index === state.shown) mark(x, y, by, hue, spot);
  if (!own && (index !== state.shown || !inSight(x, y)) && !spot) chip(index, x, y, by, hue);
}

function mark(x, y, by, hue, spot) {
  const ring = Object.assign(document.createElement('div'), { className: `ping p${hue}${spot ? ' spot' : ''}` });
  ring.setAttribute('aria-hidden', 'true');
  ring.style.setProperty('--x', x);
  ring.style.setProperty('--y', y);
  ring.style.setProperty('--un', 1 / zoomed());
  ring.append(Object.assign(document.createElement('bdi'), { textContent: by }));
  $('board').append(ring);
  if (calm.matches) ring.classList.add('still');
  setTimeout(() => ring.remove(), SHOWN);
}

function inSight(x, y) {
  const frame = $('view').getBoundingClientRect();
  const plate = $('board').getBoundingClientRect();
  const side = plate.width ? 48 * zoomed() : 48;
  const [left, top] = [plate.left + (x + 0.5) * side, plate.top + (y + 0.5) * side];
  return left > frame.left && left < frame.right && top > frame.top && top < frame.bottom;
}

/** Out of sight: a button that goes there, for a moment. */
function chip(index, x, y, by, hue) {
  document.querySelector('.pingchip')?.remove();
  const button = Object.assign(document.createElement('button'), { type: 'button', className: `pingchip p${hue}` });
  button.append(Object.assign(document.createElement('bdi'), { textContent: by }), ` → ${cellName(x, y)}`);
  button.addEventListener('click', () => { showBoard(index); centre(x + 0.5, y + 0.5); button.remove(); });
  $('stage').append(button);
  setTimeout(() => button.remove(), 2 * SHOWN);
}
