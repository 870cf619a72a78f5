// A cell for a field that asks for one, chosen on the map instead of typed: by a click, a tap, or Enter at the cursor.
// A dialog makes room meanwhile and comes back as it was.
import { $, actingToken, boardOf, cellName, onChange, placeOf, readCell, state } from './mission-state.js';
import { cellUnder, clickedAt, setCursor, showBoard } from './mission-camera.js';
import { boardOfField } from './mission-fields.js';
import { complain } from './mission-commands.js';
import { hint } from './mission-hint.js';

const STILL = 6;                // a pointer that moved less has not dragged
let wanted = null;              // {input, dialog}
let from = null;                // where the pointer went down

export function setUpPick() {
  document.addEventListener('pointerdown', event => { from = [event.clientX, event.clientY]; }, true);
  document.addEventListener('click', clicked, true);          // before the map's own hands
  document.addEventListener('keydown', pressed, true);
  onChange(() => { if (wanted && !wanted.input.isConnected) over(); });   // the question is gone
}

function clicked(event) {
  const button = event.target.closest?.('[data-pick]');
  if (button) { stop(event); begin($(button.dataset.pick)); return; }
  if (!wanted || !$('view').contains(event.target)) return;
  stop(event);
  const [x, y] = clickedAt(event);              // not where the browser moved a tap to: that looked like a drag
  const dragged = from && Math.hypot(x - from[0], y - from[1]) > STILL;
  const cell = !dragged && cellUnder(x, y);
  if (cell) take(cell);
}
function pressed(event) {
  if (!wanted) return;
  if (event.key === 'Escape') back();
  else if (['Enter', ' '].includes(event.key) && $('view').contains(event.target)) take(state.cursor);
  else return;
  stop(event);
}
function stop(event) { event.preventDefault(); event.stopImmediatePropagation(); }

function begin(input) {
  const dialog = input.closest('dialog[open]');
  wanted = { input, dialog };
  dialog?.close();
  document.body.classList.add('picking');       // what floats over the map lets through
  $('view').focus({ preventScroll: true });
  const on = boardOfField(input);
  showBoard(state.boards.indexOf(on));
  const tok = actingToken();
  const mine = tok && boardOf(tok) === state.shown ? placeOf(tok) : null;
  const at = readCell(input.value, on) ?? mine;
  if (at) setCursor(...at);     // for the keys: from what is there, or from who acts
  const label = input.labels[0]?.textContent ?? 'Cell';
  const what = dialog?.querySelector('h2')?.textContent;
  hint(`${what ? `${what} \u00b7 ` : ''}${label}: choose a cell on the map.`, back);
}
function take([x, y]) {
  const { input } = wanted;
  const on = boardOfField(input);
  if (on.key !== state.boards[state.shown]?.key) { complain(`This is another map: choose a cell of “${on.name}”.`); return; }
  input.value = cellName(x, y);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  back();
}
function back() {
  const { input, dialog } = wanted;
  over();
  dialog?.showModal();
  input.focus();
}
function over() {
  wanted = null;
  document.body.classList.remove('picking');
  hint('');
}
