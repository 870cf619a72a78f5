// The GM uncovers the map by hand: brush, rectangle and room, by mouse, pen, finger and keyboard. A stroke is
// one command, sent when it ends; undoing it is the rewind to the row before. A player's page has no part in it.
import { $, board, cellName, inside } from './mission-state.js';
import { complain, press, send } from './mission-commands.js';
import { say } from './mission-notices.js';
import { clear } from './mission-preview.js';
import { between, drawsOnMap } from './mission-stroke.js';

let drawing = null;             // the mark on the map, and how a stroke is given up
let corner = null;              // the first corner that the keyboard chose
let before = null;              // the row to which the last stroke is undone

export function setUpFog() {
  if (!$('fogtools')) return;
  $('fogtools').addEventListener('change', choose);
  $('fogundo').addEventListener('click', undo);
  drawing = drawsOnMap('fogmark', {
    tool, reach, escape, enter, clear,
    finish: ({ from, last, cells }) => paint(from, last, [...cells.values()]),
    hover: cell => draw(cell ? under(cell, corner ?? cell) : []),
    wipe: () => draw([]),
  });
}

const tool = () => $('fogbox').dataset.fog === 'uncovered' ? $('fogtools').querySelector('[name=fogtool]:checked').value : '';
const covers = () => $('fogcover').checked;

function choose() {
  drawing.drop();
  corner = null;
  $('view').classList.toggle('fogging', Boolean(tool()));
}

// --- a stroke
/** The stroke reaches a cell: all cells on the straight line from the last one. */
function reach(cell, stroke) {
  const { from, last: [x, y] } = stroke;
  const cells = stroke.cells ??= new Map();
  const steps = Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y), 1);
  for (let n = 0; n <= steps; n++) {
    const at = [Math.round(x + (cell[0] - x) * n / steps), Math.round(y + (cell[1] - y) * n / steps)];
    if (tool() === 'brush') for (const one of brush(at)) cells.set(String(one), one);
  }
  draw(tool() === 'brush' ? [...cells.values()] : under(cell, from));
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
  return between(from, cell);
}
const draw = cells => {
  drawing.mark.setAttribute('d', cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''));
  drawing.mark.setAttribute('class', covers() ? 'cover' : '');
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
function escape() {
  if (corner) corner = null;
  else { $('fogtools').querySelector('[value=""]').checked = true; choose(); say('Painting is off.'); }
  draw([]);
}
function enter(cell) {
  if (tool() === 'rect' && !corner) {
    corner = cell;
    draw([cell]);
    say(`First corner ${cellName(...cell)}. Move on and press Enter again.`);
  } else {
    paint(corner ?? cell, cell, brush(cell));
    corner = null;
    draw([]);
  }
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
