// The ruler: from a cell to the pointer, by the one distance of the Mission. M or its button begins and ends it; a
// click begins anew from that cell.
import { $, actingToken, cellName, onChange, placeOf, state, tokenAt } from './mission-state.js';
import { clear, showTip } from './mission-preview.js';
import { say } from './mission-notices.js';

/** Cells between two cells; the names are those of the server's own table, which a test compares. */
const METRICS = {
  chebyshev: (dx, dy) => Math.max(dx, dy),
  manhattan: (dx, dy) => dx + dy,
  euclid: (dx, dy) => Math.floor(Math.sqrt(dx * dx + dy * dy)),
};
export const distance = ([ax, ay], [bx, by]) => METRICS[state.opts.metric](Math.abs(ax - bx), Math.abs(ay - by));

export function setUpMeasuring() {
  $('measure').addEventListener('click', () => toggle());
  onChange(() => { if (state.measuring && $('tip').className) measureTo(...end); });
}
let end = null;                 // the cell whose distance is shown: an update leaves it there

/** Begins at the cursor or the acting unit, or ends. */
export function toggle(from = null) {
  const tok = actingToken();
  state.measuring = state.measuring ? null : from ?? (tok ? placeOf(tok) : [...state.cursor]);
  $('measure').setAttribute('aria-pressed', Boolean(state.measuring));
  clearRule();
  clear();
  if (state.measuring) say(`Measuring from ${cellName(...state.measuring)}. Point at a cell, or move the cursor; click to begin elsewhere.`);
  else say('Not measuring.');
}

/** The distance from where measuring began to a cell, shown and in words. */
export function measureTo(x, y) {
  const [sx, sy] = state.measuring;
  end = [x, y];
  $('rule').setAttribute('d', `M${sx + 0.5} ${sy + 0.5}L${x + 0.5} ${y + 0.5}`);
  const far = distance([sx, sy], [x, y]);
  const text = `${far} ${far === 1 ? 'cell' : 'cells'}`;
  const names = [who(sx, sy), who(x, y)].join(' \u2192 ');
  showTip(x, y, { kind: 'measure', text, notes: [names] });
  return `${text}, ${names}`;
}
const who = (x, y) => tokenAt(x, y)?.getAttribute('aria-label').split(',')[0] ?? cellName(x, y);

export function measureFrom(x, y) {
  state.measuring = [x, y];
  say(`Measuring from ${who(x, y)}.`);
}
function clearRule() { $('rule').removeAttribute('d'); }
