// A walk by way of chosen cells: Ctrl and a click, Ctrl and Enter at the cursor, or, once a finger has shown a way,
// the button beside the map. Ways are the server's: it says where the walk can go on from the last of them.
import { $, actor, cellName, onChange, readCells, state, wayTo } from './mission-state.js';
import { clear, show, shown } from './mission-preview.js';
import { say } from './mission-notices.js';

export function setUpVia() {
  onChange(() => { if (state.via && state.opts.reach[state.via.body]?.basis !== state.via.basis) dropVia(); });
  for (const kind of ['mission:chosen', 'mission:taking', 'mission:board', 'mission:walked']) document.addEventListener(kind, dropVia);
  $('via').addEventListener('click', () => { const cell = shown(); if (cell) addVia(...cell); });
}

/** The walk that is being planned leads over this cell, if it can be reached from where it has come to. */
export async function addVia(x, y) {
  const body = actor();
  if (!body || !wayTo(body, x, y)) return say(`The way cannot lead by ${cellName(x, y)}.`);
  const { basis } = state.opts.reach[body];
  const cells = [...(state.via?.body === body ? state.via.cells : []), [x, y]];
  let found = {};
  try {
    const answer = await fetch(`reach/${encodeURIComponent(body)}/?via=${cells.map(cell => cell.join('.')).join('-')}`);
    if (answer.ok) found = await answer.json();
  } catch { /* no connection: the page says so by itself */ }
  if (found.body !== body || state.opts.reach[body]?.basis !== basis) return say('The way cannot lead by there now.');
  const map = new Map(readCells(found.cells, state.opts.reach[body]).map(cell => [`${cell.x},${cell.y}`, cell]));
  state.via = { body, basis, cells, way: readCells(found.way, state.opts.reach[body]), map };
  document.dispatchEvent(new CustomEvent('mission:via'));
  show(x, y);
  return say(`By way of ${cells.map(cell => cellName(...cell)).join(', ')}.`);
}

/** Back to the shortest ways; true if there was anything to drop. */
export function dropVia() {
  if (!state.via) return false;
  state.via = null;
  clear();
  document.dispatchEvent(new CustomEvent('mission:via'));
  return true;
}
