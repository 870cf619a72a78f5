// The map that is being drawn, as slots that each hold one value. Slots have names: `t:17` the ground of cell 17, `e:34` an
// edge, `c:z1:17` whether a cell belongs to a zone, `z:z1` the zone itself, `a`, `g`, `w` what belongs to no place. What
// goes over the wire stands in missions/map_sheet.py.

export const sheet = { w: 1, h: 1, rev: 0, picture: 0, a: null, g: '', w_: '' };
export const kinds = new Map();              // terrain key -> {label, style}
const held = { t: [], l: [], e: new Map(), s: new Map(), n: new Map(), f: new Set() };
export const zones = new Map();              // key -> {key, name, side, seat, cells}
export let plain = '';                       // the ground that an eraser leaves

export function begin({ width, height, kinds: known, ground }) {
  [sheet.w, sheet.h, plain] = [width, height, ground];
  for (const [key, label, style] of known) kinds.set(key, { label, style });
}
/** Another size; what is held is filled anew after it. */
export function resized(width, height) { [sheet.w, sheet.h] = [width, height]; }
export function empty() {
  held.t = new Array(sheet.w * sheet.h).fill(plain);
  held.l = new Array(sheet.w * sheet.h).fill(0);
  for (const kind of ['e', 's', 'n', 'f']) held[kind].clear();
  zones.clear();
  Object.assign(sheet, { a: null, g: '', w_: '' });
}

export const number = (x, y) => y * sheet.w + x;
export const cellOf = n => [n % sheet.w, Math.floor(n / sheet.w)];
export const kindOf = n => kinds.get(held.t[n]) ?? { label: held.t[n], style: 'ground' };
export const all = kind => held[kind];

// --- slots
export function get(slot) {
  const [kind, a, b] = slot.split(':');
  switch (kind) {
    case 't': case 'l': return held[kind][a];
    case 'e': case 's': case 'n': return held[kind].get(+a) ?? '';
    case 'f': return held.f.has(+a) ? 1 : 0;
    case 'c': return zones.get(a)?.cells.has(+b) ? 1 : 0;
    case 'z': { const zone = zones.get(a); return zone ? { key: a, name: zone.name, side: zone.side, seat: zone.seat } : { key: a, gone: 1 }; }
    case 'w': return sheet.w_;
    default: return sheet[kind];
  }
}
function put(slot, value) {
  const [kind, a, b] = slot.split(':');
  switch (kind) {
    case 't': case 'l': held[kind][a] = value; break;
    case 'e': case 's': case 'n': if (value) held[kind].set(+a, value); else held[kind].delete(+a); break;
    case 'f': if (value) held.f.add(+a); else held.f.delete(+a); break;
    case 'c': { const cells = zones.get(a)?.cells; if (value) cells?.add(+b); else cells?.delete(+b); break; }
    case 'z': if (value.gone) zones.delete(a); else zones.set(a, { cells: new Set(), ...zones.get(a), ...value }); break;
    case 'w': sheet.w_ = value; break;
    default: sheet[kind] = value;
  }
}
const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Sets slots, as [[slot, value]]; gives back what really changed, as [[slot, before, after]]. */
export function change(pairs) {
  const done = [];
  for (const [slot, value] of pairs) {
    const before = get(slot);
    if (same(before, value)) continue;
    put(slot, value);
    done.push([slot, before, value]);
  }
  return done;
}
/** What undoes `changes`, of that which still is as they left it: what somebody else changed since stays. */
export const reversed = changes => changes.filter(([slot, , after]) => same(get(slot), after) || slot[0] === 'c').map(([slot, before]) => [slot, before]).reverse();

// --- as operations
const WHOLE = new Set(['z', 'a', 'g', 'w']);
/** [[slot, value]] as [[kind, value, runs]]; zones come in their order, so that their cells find them. */
export function toOps(pairs) {
  const ops = [];
  let groups = new Map();
  const close = () => { for (const { kind, value, places } of groups.values()) ops.push([kind, value, runs(places)]); groups = new Map(); };
  for (const [slot, value] of pairs) {
    const [kind, a, b] = slot.split(':');
    if (WHOLE.has(kind)) { close(); ops.push([kind, value, []]); continue; }
    const [what, place] = kind === 'c' ? [[a, value], +b] : [value, +a];
    const key = `${kind} ${JSON.stringify(what)}`;
    if (!groups.has(key)) groups.set(key, { kind, value: what, places: [] });
    groups.get(key).places.push(place);
  }
  close();
  return ops;
}
function runs(places) {
  const out = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    if (out.length && out.at(-2) + out.at(-1) === place) out[out.length - 1]++; else out.push(place, 1);
  }
  return out;
}
/** The other way. */
export function fromOps(ops) {
  const pairs = [];
  for (const [kind, value, where] of ops) {
    if (WHOLE.has(kind)) { pairs.push([kind === 'z' ? `z:${value.key}` : kind, value]); continue; }
    const [name, what] = kind === 'c' ? [`c:${value[0]}`, value[1]] : [kind, value];
    for (let i = 0; i < where.length; i += 2) for (let n = where[i]; n < where[i] + where[i + 1]; n++) pairs.push([`${name}:${n}`, what]);
  }
  return pairs;
}

// --- edges: twice the number of the cell to the west or north, and one more for the southern edge
export const eastOf = (x, y) => x >= 0 && x < sheet.w - 1 && y >= 0 && y < sheet.h ? number(x, y) * 2 : -1;
export const southOf = (x, y) => y >= 0 && y < sheet.h - 1 && x >= 0 && x < sheet.w ? number(x, y) * 2 + 1 : -1;
export const SIDES = { ArrowRight: (x, y) => eastOf(x, y), ArrowLeft: (x, y) => eastOf(x - 1, y), ArrowDown: (x, y) => southOf(x, y), ArrowUp: (x, y) => southOf(x, y - 1) };
/** The line of an edge on the picture: [x, y, down]. */
export function lineOf(edge) {
  const [x, y] = cellOf(edge >> 1);
  return edge & 1 ? [x, y + 1, false] : [x + 1, y, true];
}
