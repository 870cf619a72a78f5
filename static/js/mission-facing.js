// Turning without being asked: the wedge of who acts is dragged on the map, Shift and an arrow key turn it, and the rose
// beside End turn does the same. What is chosen last counts; the server's buttons are the truth.
import { $, placeOf, state, token, typing } from './mission-state.js';
import { pointUnder } from './mission-camera.js';
import { complain, press, send } from './mission-commands.js';
import { clear } from './mission-preview.js';

const ANGLES = { n: -90, ne: -45, e: 0, se: 45, s: 90, sw: 135, w: 180, nw: -135 };
const KEYS = { ArrowUp: 'n', ArrowRight: 'e', ArrowDown: 's', ArrowLeft: 'w', PageUp: 'ne', PageDown: 'se', End: 'sw', Home: 'nw' };
const RIM = 0.38;               // the wedge stands farther from the middle than this, in cells
let turning = null;             // {id, body, way, from}

export function setUpFacing() {
  const view = $('view');
  const wedge = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  wedge.id = 'turning';
  $('ghost').append(wedge);
  view.addEventListener('pointerdown', down, true);
  view.addEventListener('pointermove', move, true);
  view.addEventListener('pointerup', up, true);
  view.addEventListener('pointercancel', stop, true);
  view.addEventListener('click', event => { if (done) { done = false; event.stopImmediatePropagation(); } }, true);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && turning) { stop(); event.stopImmediatePropagation(); return; }
    const way = event.shiftKey && KEYS[event.key];
    if (!way || typing(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!$('view').contains(event.target) && event.target !== document.body) return;
    const button = offered(way);
    if (!ways().length) return;
    event.preventDefault();
    if (button) press(button); else complain('It does not turn that way: four ways only.');
  }, true);
  document.addEventListener('toggle', event => { if (event.target.id === 'rose' && event.newState === 'open') place(event.target); }, true);
  document.addEventListener('click', event => { if (event.target.closest('#rose button')) $('rose').hidePopover(); });
}
const ways = () => [...document.querySelectorAll('#rose [data-way]')];
const offered = way => document.querySelector(`#rose [data-way="${way}"]`);
/** The rose stands over its button, whole inside the window. */
function place(rose) {
  const at = rose.previousElementSibling.getBoundingClientRect();
  rose.style.left = `${Math.max(8, Math.min(at.left, innerWidth - rose.offsetWidth - 8))}px`;
  rose.style.top = `${Math.max(8, at.top - rose.offsetHeight - 6)}px`;
}

let done = false;               // the click after a turn is none
/** The wedge under a pointer, as the token whose it is; null if there is none that may be turned. */
function wedgeAt(event) {
  const unit = $('facing')?.dataset.unit;
  if (!unit || state.aiming || state.measuring) return null;
  const [px, py] = pointUnder(event.clientX, event.clientY);
  for (const tok of document.querySelectorAll(`.tok.b${state.shown}[data-unit="${CSS.escape(unit)}"]:not(.down)`)) {
    const facing = /\bf-([a-z]+)\b/.exec(tok.querySelector('.face')?.className ?? '')?.[1];
    if (!facing) continue;
    const [x, y] = placeOf(tok);
    const [dx, dy] = [px - x - 0.5, py - y - 0.5];
    const off = Math.abs((Math.atan2(dy, dx) * 180 / Math.PI - ANGLES[facing] + 540) % 360 - 180);
    if (Math.hypot(dx, dy) >= RIM && Math.hypot(dx, dy) < 0.7 && off < 28) return tok;
  }
  return null;
}
function down(event) {
  if (event.button || !ways().length) return;
  const tok = wedgeAt(event);
  if (!tok) return;
  event.stopPropagation();
  event.preventDefault();
  clear();
  turning = { id: event.pointerId, body: tok.dataset.body, way: '' };
  $('view').setPointerCapture(event.pointerId);
}
function move(event) {
  if (!turning) { if (!event.buttons && event.pointerType === 'mouse') $('view').classList.toggle('turn', Boolean(wedgeAt(event))); return; }
  if (event.pointerId !== turning.id) return;
  event.stopPropagation();
  const [px, py] = pointUnder(event.clientX, event.clientY);
  const [x, y] = placeOf(token(turning.body));
  const angle = Math.atan2(py - y - 0.5, px - x - 0.5) * 180 / Math.PI;
  const far = way => Math.abs((angle - ANGLES[way] + 540) % 360 - 180);
  turning.way = ways().map(each => each.dataset.way).sort((a, b) => far(a) - far(b))[0];
  const turn = ANGLES[turning.way] * Math.PI / 180;
  const at = (r, a) => `${(x + 0.5 + r * Math.cos(turn + a)).toFixed(2)} ${(y + 0.5 + r * Math.sin(turn + a)).toFixed(2)}`;
  $('turning').setAttribute('d', `M${at(0.8, 0)}L${at(0.5, 0.5)}L${at(0.5, -0.5)}z`);
}
function up(event) {
  if (!turning || event.pointerId !== turning.id) return;
  event.stopPropagation();
  const { body, way } = turning;
  done = true;
  setTimeout(() => { done = false; });
  stop();
  const button = way && offered(way);
  if (!button || button.getAttribute('aria-pressed') === 'true') return;
  const order = JSON.parse(button.value);
  const several = state.opts.several[order.args.unit];
  send(several ? { ...order, args: { ...order.args, body } } : order);
}
function stop() {
  turning = null;
  $('turning').removeAttribute('d');
}
