// The GM changes the map while it is played on: the cells between two corners become another ground or level, or a
// zone. By mouse, pen, finger and keyboard, as with the fog (mission-fog.js). A player's page has no part in it.
import { $, board, cellName, state, typing } from './mission-state.js';
import { cellUnder } from './mission-camera.js';
import { complain, send } from './mission-commands.js';
import { clear } from './mission-preview.js';
import { say } from './mission-notices.js';

let mark = null;                // the path that shows what will change
let stroke = null;              // {id, from, to}
let corner = null;              // the first corner that the keyboard chose
let swallow = false;            // the click that ends a stroke is none
let zone = null;                // cells of the zone that the window asks about

export function setUpGround() {
  if (!$('groundtools')) return;
  mark = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  mark.id = 'groundmark';
  $('ghost').append(mark);
  $('groundtools').addEventListener('change', event => { if (event.target.name === 'groundtool') choose(); });
  $('fogtools').addEventListener('change', event => { if (event.target.name === 'fogtool' && event.target.value) off(); });
  const view = $('view');
  view.addEventListener('pointerdown', down, true);
  view.addEventListener('pointermove', move, true);
  view.addEventListener('pointerup', up, true);
  view.addEventListener('pointercancel', drop, true);
  view.addEventListener('click', event => { if (swallow || tool()) { swallow = false; event.stopPropagation(); } }, true);
  document.addEventListener('keydown', key, true);
  $('zonedlg').querySelector('form').addEventListener('submit', event => { if (event.submitter?.value === 'send') sendZone(event.target.elements); });
}

const tool = () => $('groundtools').querySelector('[name=groundtool]:checked').value;

/** One tool at a time draws on the map. */
function choose() {
  drop();
  corner = null;
  const fog = $('fogtools').querySelector('[name=fogtool][value=""]');
  if (tool() && !fog.checked) { fog.checked = true; fog.dispatchEvent(new Event('change', { bubbles: true })); }
  $('view').classList.toggle('fogging', Boolean(tool()));
}
function off() {
  $('groundtools').querySelector('[value=""]').checked = true;
  drop();
  corner = null;
}

// --- pointers
function down(event) {
  if (!tool() || event.button) return;
  const cell = cellUnder(event.clientX, event.clientY);
  event.stopPropagation();
  if (stroke || !cell) { drop(); return; }          // a second finger: it is a pinch
  event.preventDefault();
  $('view').focus({ preventScroll: true });
  $('view').setPointerCapture(event.pointerId);
  stroke = { id: event.pointerId, from: cell, to: cell };
  draw(cell, cell);
}
function move(event) {
  if (!tool()) return;
  event.stopPropagation();
  clear();
  const cell = cellUnder(event.clientX, event.clientY);
  if (stroke?.id === event.pointerId) {
    if (cell) { stroke.to = cell; draw(stroke.from, cell); }
  } else if (!stroke && event.pointerType === 'mouse' && cell) draw(corner ?? cell, cell);
}
function up(event) {
  if (!tool() || stroke?.id !== event.pointerId) return;
  event.stopPropagation();
  swallow = true;
  const { from, to } = stroke;
  drop();
  finish(from, to);
}
function drop() {
  stroke = null;
  mark.removeAttribute('d');
}
function draw(a, b) {
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  mark.setAttribute('d', `M${left} ${top}H${right + 1}V${bottom + 1}H${left}z`);
}

// --- the keyboard: the cursor is the map's own
function key(event) {
  if (!tool() || typing(event.target) || !$('view').contains(event.target)) return;
  const cell = [...state.cursor];
  if (event.key === 'Escape') {
    if (corner) { corner = null; drop(); } else { off(); choose(); say('Changing the map is off.'); }
  } else if (event.key === 'Enter' || event.key === ' ') {
    if (corner) { finish(corner, cell); corner = null; drop(); } else {
      corner = cell;
      draw(cell, cell);
      say(`First corner ${cellName(...cell)}. Move on and press Enter again.`);
    }
  } else {
    if (event.key.startsWith('Arrow')) requestAnimationFrame(() => { if (tool()) { clear(); draw(corner ?? state.cursor, state.cursor); } });
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

// --- what a tool means
function finish(from, to) {
  const words = `${cellName(...from)} to ${cellName(...to)}`;
  if (tool() === 'zone') openZone(from, to, words);
  else paint(from, to, words);
}
async function paint(from, to, words) {
  const args = { board: board().key, rect: [from, to] };
  if ($('ground-terrain').value) args.terrain = $('ground-terrain').value;
  const level = $('ground-level').value.trim().replace('\u2212', '-');
  if (level) args.level = Number(level);
  if (args.terrain === undefined && args.level === undefined) { complain('Choose a ground or a level first.'); return; }
  if (level && !Number.isInteger(args.level)) { complain('A level is a whole number.'); return; }
  if (await send({ do: 'paint', basis: '', args })) say(`Changed ${words}.`);
}

function openZone(from, to, words) {
  zone = [];
  for (let y = Math.min(from[1], to[1]); y <= Math.max(from[1], to[1]); y++) {
    for (let x = Math.min(from[0], to[0]); x <= Math.max(from[0], to[0]); x++) zone.push([x, y]);
  }
  $('zonedlg').querySelector('.line').textContent = words;
  $('zonedlg').returnValue = '';
  $('zonedlg').showModal();
  $('zone-name').focus();
}
function sendZone({ name, whose }) {
  const [kind, who] = whose.value.split(':');
  const made = { key: `z${Date.now().toString(36)}`, board: board().key, cells: zone, name: name.value.trim() };
  if (who) made[kind] = who;
  return send({ do: 'set_zone', basis: '', args: { zone: made } });
}
