// What is drawn with: the chosen tool, the layer and its kind, and the stack of what can be undone. `paint` turns cells or
// edges into changes; each stroke is one change, saved at once.
import { $ } from './mission-state.js';
import { all, change, get, plain, reversed, zones } from './editor-sheet.js';
import { drawn } from './editor-draw.js';
import { complain, resize, send } from './editor-sync.js';

const chosen = name => document.querySelector(`[name=${name}]:checked`)?.value ?? '';
export const tool = () => chosen('tool');
export const layer = () => chosen('layer');
export const erases = () => $('erase').checked;
export const size = () => layer() === 'edge' ? 1 : +$('brush').value;

const undone = [];
const done = [];
let listen = () => {};
export const onPen = listener => { listen = listener; };

export function choose(name, value) {
  const input = document.querySelector(`[name=${name}][value="${CSS.escape(value)}"]`);
  if (!input) return;
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
/** The next kind of the layer, or the one before. */
export function nextKind(step) {
  const inputs = [...document.querySelectorAll(`[name=${layer()}]`)];
  if (layer() === 'level') { $('level').value = Math.max(-9, Math.min(99, +$('level').value + step)); return `Level ${$('level').value}`; }
  if (!inputs.length) return '';
  const at = inputs.findIndex(input => input.checked);
  const next = inputs[(at + step + inputs.length) % inputs.length];
  choose(layer(), next.value);
  return next.closest('label').textContent.trim();
}

/** The slot of a cell or edge in the layer: what a fill compares and a pick reads. */
export function slotOf(n) {
  switch (layer()) {
    case 'ground': return `t:${n}`;
    case 'level': return `l:${n}`;
    case 'zone': return `c:${$('zone').value}:${n}`;
    case 'start': return `s:${n}`;
    case 'fog': return `f:${n}`;
    default: return `t:${n}`;
  }
}
/** What the pen makes of these places, as changes; null with words where that is nothing. */
function changesOf(places) {
  const off = erases();
  switch (layer()) {
    case 'ground': return places.map(n => [`t:${n}`, off ? plain : chosen('ground')]);
    case 'level': {
      const level = off ? 0 : Number($('level').value);
      if (!Number.isInteger(level) || level < -9 || level > 99) { complain('A level is a whole number from -9 to 99.'); return null; }
      return places.map(n => [`l:${n}`, level]);
    }
    case 'edge': return places.map(n => [`e:${n}`, off ? '' : chosen('edge')]);
    case 'start': {
      const name = $('start').value.trim();
      if (!name && !off) { complain('Type who stands there first.'); return null; }
      return places.map(n => [`s:${n}`, off ? '' : name]);
    }
    case 'fog': return places.map(n => [`f:${n}`, off ? 0 : 1]);
    case 'zone': {
      if ($('zone').value) return places.map(n => [`c:${$('zone').value}:${n}`, off ? 0 : 1]);
      if (off) return places.flatMap(n => [...zones.keys()].map(key => [`c:${key}:${n}`, 0]));
      const key = `z${Date.now().toString(36)}`;
      return [[`z:${key}`, { key, ...zoneFields() }], ...places.map(n => [`c:${key}:${n}`, 1])];
    }
    default: return null;
  }
}
export function zoneFields() {
  const [kind, who] = $('zone-whose').value.split(':');
  const name = $('zone-name').value.trim() || $('zone-whose').selectedOptions[0].textContent;
  return { name, side: kind === 'side' ? who : '', seat: kind === 'seat' ? who : '' };
}

export function paint(places) {
  const pairs = places.length ? changesOf(places) : null;
  return pairs ? act(pairs) : 0;
}
/** Draws, saves and remembers changes; how many slots really changed. */
export function act(pairs) {
  const changes = change(pairs);
  if (!changes.length) return 0;
  done.push(changes);
  if (done.length > 200) done.shift();
  undone.length = 0;
  kept(changes);
  const made = changes.find(([slot]) => slot.startsWith('z:'));
  if (made && !made[2].gone) listen(made[2].key); else listen();
  return changes.length;
}
function kept(changes) {
  drawn(changes.map(([slot]) => slot));
  send(changes.map(([slot, , after]) => [slot, after]));
}
/** The map has other sides: a step of its own. What was drawn before it is undone only after it. */
export function sized(sides, number) {
  done.push({ sides, number });
  undone.length = 0;
  listen();
}
/** Another changed the size: places that are remembered mean other cells now. */
export function forget() { done.length = undone.length = 0; listen(); }
async function sizeBack(last, from, to, word) {
  const isUndo = from === done;
  const told = await resize(isUndo ? { undo: last.number } : { sides: last.sides });
  if (told.words) { forget(); return told.words; }
  to.push({ sides: last.sides, number: told.number });
  listen();
  return `${word}: the size of the map.`;
}
export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;
export const undo = () => step(done, undone, 'Taken back', 'taken back');
export const redo = () => step(undone, done, 'Done again', 'done again');
async function step(from, to, word, late) {
  const last = from.pop();
  if (!last) return `There is nothing to be ${late}.`;
  if (last.sides) return sizeBack(last, from, to, word);
  const changes = change(reversed(last));
  if (changes.length) { to.push(changes); kept(changes); }
  listen();
  if (!changes.length) return 'Somebody else has changed all of it since: it stays.';
  return changes.length < last.length ? `${word}, but for what somebody else changed since.` : `${word}.`;
}

/** Takes the kind that is at a place into the pen. */
export function pick(n, edge) {
  const at = layer() === 'edge' ? edge : n;
  switch (layer()) {
    case 'ground': choose('ground', get(`t:${n}`)); break;
    case 'level': $('level').value = get(`l:${n}`); break;
    case 'edge': { const what = at >= 0 ? get(`e:${at}`) : ''; if (what) choose('edge', what); $('erase').checked = !what; break; }
    case 'start': if (all('s').get(n)) $('start').value = all('s').get(n); break;
    case 'zone': { const zone = [...zones.values()].find(one => one.cells.has(n)); $('zone').value = zone?.key ?? ''; $('zone').dispatchEvent(new Event('change')); break; }
    default: return;
  }
  choose('tool', 'brush');
}
