// The GM uncovers the map by hand: brush, rectangle and room, by mouse, pen, finger and keyboard. A stroke is
// one command, sent when it ends; undoing it is the rewind to the row before. A player's page has no part in it.
import { $, board, cellName, inside, state, typing } from './mission-state.js';
import { cellUnder } from './mission-camera.js';
import { complain, press, send } from './mission-commands.js';
import { clear } from './mission-preview.js';
import { say } from './mission-notices.js';

let mark = null;                // the path that shows what a stroke covers
let stroke = null;              // {id, cells: Map, from, last}
let corner = null;              // the first corner that the keyboard chose
let before = null;              // the row to which the last stroke is undone
let swallow = false;            // the click that ends a stroke is none

export function setUpFog() {
  if (!$('fogtools')) return;
  mark = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  mark.id = 'fogmark';
  $('ghost').append(mark);
  $('fogtools').addEventListener('change', choose);
  $('fogundo').addEventListener('click', undo);
  const view = $('view');
  view.addEventListener('pointerdown', down, true);
  view.addEventListener('pointermove', move, true);
  view.addEventListener('pointerup', up, true);
  view.addEventListener('pointercancel', drop, true);
  view.addEventListener('click', event => { if (swallow || tool()) { swallow = false; event.stopPropagation(); } }, true);
  document.addEventListener('keydown', key, true);
}

const tool = () => $('fogbox').dataset.fog === 'uncovered' ? $('fogtools').querySelector('[name=fogtool]:checked').value : '';
const covers = () => $('fogcover').checked;

function choose() {
  drop();
  corner = null;
  $('view').classList.toggle('fogging', Boolean(tool()));
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
  stroke = { id: event.pointerId, cells: new Map(), from: cell, last: cell };
  extend(cell);
}

function move(event) {
  if (!tool()) return;
  event.stopPropagation();
  clear();
  if (stroke?.id === event.pointerId) {
    const cell = cellUnder(event.clientX, event.clientY);
    if (cell && String(cell) !== String(stroke.last)) extend(cell);
  } else if (!stroke && event.pointerType === 'mouse') {
    const cell = cellUnder(event.clientX, event.clientY);
    draw(cell ? under(cell, corner ?? cell) : []);
  }
}

function up(event) {
  if (!tool() || stroke?.id !== event.pointerId) return;
  event.stopPropagation();
  swallow = true;
  const { from, last, cells } = stroke;
  drop();
  paint(from, last, [...cells.values()]);
}

function drop() {
  stroke = null;
  draw([]);
}

/** The stroke reaches a cell: all cells on the straight line from the last one. */
function extend(cell) {
  const [x, y] = stroke.last;
  const steps = Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y), 1);
  for (let n = 0; n <= steps; n++) {
    const at = [Math.round(x + (cell[0] - x) * n / steps), Math.round(y + (cell[1] - y) * n / steps)];
    if (tool() === 'brush') for (const one of brush(at)) stroke.cells.set(String(one), one);
  }
  stroke.last = cell;
  draw(tool() === 'brush' ? [...stroke.cells.values()] : under(cell, stroke.from));
}

// --- what a tool means
function brush([x, y]) {
  const reach = (+$('fogsize').value - 1) / 2;
  const found = [];
  for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) if (inside(x + dx, y + dy)) found.push([x + dx, y + dy]);
  return found;
}
function under(cell, from) {
  if (tool() === 'brush') return brush(cell);
  if (tool() === 'room') return [cell];
  const found = [];
  for (let y = Math.min(cell[1], from[1]); y <= Math.max(cell[1], from[1]); y++) {
    for (let x = Math.min(cell[0], from[0]); x <= Math.max(cell[0], from[0]); x++) found.push([x, y]);
  }
  return found;
}
const draw = cells => {
  mark.setAttribute('d', cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''));
  mark.setAttribute('class', covers() ? 'cover' : '');
};

async function paint(from, to, cells) {
  const args = { board: board().key, cover: covers() };
  if (tool() === 'brush') args.cells = cells;
  else if (tool() === 'rect') args.rect = [from, to];
  else args.room = to;
  const row = rows()[0] ?? null;
  const what = { brush: `${cells.length} cells`, rect: `${cellName(...from)} to ${cellName(...to)}`, room: `the room at ${cellName(...to)}` }[tool()];
  if (!await send({ do: 'uncover', basis: '', args })) return;
  before = row;
  say(`${covers() ? 'Covered' : 'Uncovered'} ${what}.`);
}

// --- the keyboard: the cursor is the map's own
function key(event) {
  if (!tool() || typing(event.target) || !$('view').contains(event.target)) return;
  if (event.key === 'Escape') {
    if (corner) corner = null;
    else { $('fogtools').querySelector('[value=""]').checked = true; choose(); say('Painting is off.'); }
    draw([]);
  } else if (event.key === 'Enter' || event.key === ' ') {
    const cell = [...state.cursor];
    if (tool() === 'rect' && !corner) {
      corner = cell;
      draw([cell]);
      say(`First corner ${cellName(...cell)}. Move on and press Enter again.`);
    } else {
      paint(corner ?? cell, cell, brush(cell));
      corner = null;
      draw([]);
    }
  } else {
    if (event.key.startsWith('Arrow')) requestAnimationFrame(() => { if (tool()) { clear(); draw(under(state.cursor, corner ?? state.cursor)); } });
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

// --- undoing: by the GM's rewind, and only while nothing else has happened
const rows = () => [...document.querySelectorAll('#rewinds button[name=go]')].map(button => JSON.parse(button.value).args.to);
function undo() {
  const button = document.querySelectorAll('#rewinds button[name=go]')[1];
  if (before === null || !button || JSON.parse(button.value).args.to !== before) {
    complain('There is no stroke to undo: rewind from the list if something else happened since.');
    return;
  }
  before = null;
  press(button);
  say('The stroke is undone.');
}
