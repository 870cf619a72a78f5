// The GM changes the map while it is played on: the cells between two corners become another ground or level, or a
// zone. By mouse, pen, finger and keyboard, as with the fog (mission-fog.js). A player's page has no part in it.
import { $, board, cellName } from './mission-state.js';
import { complain, send } from './mission-commands.js';
import { say } from './mission-notices.js';
import { clear } from './mission-preview.js';
import { between, drawsOnMap } from './mission-stroke.js';

let drawing = null;             // the mark on the map, and how a stroke is given up
let corner = null;              // the first corner that the keyboard chose
let zone = null;                // cells of the zone that the window asks about

export function setUpGround() {
  if (!$('groundtools')) return;
  $('groundtools').addEventListener('change', event => { if (event.target.name === 'groundtool') choose(); });
  $('fogtools').addEventListener('change', event => { if (event.target.name === 'fogtool' && event.target.value) off(); });
  drawing = drawsOnMap('groundmark', {
    tool, escape, enter, clear,
    reach: (cell, { from }) => draw(from, cell),
    finish: ({ from, last }) => finish(from, last),
    hover: cell => { if (cell) draw(corner ?? cell, cell); },
    wipe: () => drawing.mark.removeAttribute('d'),
  });
  $('zonedlg').querySelector('form').addEventListener('submit', event => { if (event.submitter?.value === 'send') sendZone(event.target.elements); });
}

const tool = () => $('groundtools').querySelector('[name=groundtool]:checked').value;

/** One tool at a time draws on the map. */
function choose() {
  drawing.drop();
  corner = null;
  const fog = $('fogtools').querySelector('[name=fogtool][value=""]');
  if (tool() && !fog.checked) { fog.checked = true; fog.dispatchEvent(new Event('change', { bubbles: true })); }
  $('view').classList.toggle('fogging', Boolean(tool()));
}
function off() {
  $('groundtools').querySelector('[value=""]').checked = true;
  drawing.drop();
  corner = null;
}

function draw(a, b) {
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  drawing.mark.setAttribute('d', `M${left} ${top}H${right + 1}V${bottom + 1}H${left}z`);
}

// --- the keyboard: the cursor is the map's own
function escape() {
  if (corner) { corner = null; drawing.drop(); } else { off(); choose(); say('Changing the map is off.'); }
}
function enter(cell) {
  if (corner) { finish(corner, cell); corner = null; drawing.drop(); } else {
    corner = cell;
    draw(cell, cell);
    say(`First corner ${cellName(...cell)}. Move on and press Enter again.`);
  }
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
  zone = between(from, to);
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
