// What the page shows, read from the page itself: options, reach, tokens, terrain. No copy is kept that
// could differ from what the player sees; `readPage` runs after every update.
export const CELL = 48;
export const CHUNK = 10;
export const $ = id => document.getElementById(id);
export const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Whoever draws something from the page's data subscribes here. */
const readers = [];
export const onChange = reader => readers.push(reader);

export const state = {
  opts: {},            // #opts: phase, turn, reach, zones ...
  boards: [],          // [{key, name, w, h, words}]
  shown: 0,            // which board
  chosen: '',          // body that the reader chose to act with
  taking: '',          // body that is being put on a cell
  aiming: null,        // what is being aimed at a cell (mission-aim.js)
  measuring: null,     // [x, y] from which is measured
  via: null,           // cells that the walk being planned leads by (mission-via.js)
  cursor: [0, 0],
  here: new Set(),     // the seats that are connected, as far as a GM is told
};

/** What stays of the points once an option is paid. It is told by the price, so that an option is the same whatever is left. */
export const leaves = (option, all = state.opts.leaves) => all[option?.dataset.leaves] ?? '';
export function tellLeaves(root, all = state.opts.leaves) {
  for (const line of root.querySelectorAll('p.after')) line.textContent = leaves(line, all);
}

export function readPage() {
  const { turn } = state.opts;
  const waited = state.taking && offMap(state.taking);
  state.opts = JSON.parse($('opts').dataset.o);
  if (state.opts.turn !== turn) state.chosen = '';                  // who was chosen in one turn is not meant in the next
  tellLeaves($('options'));
  state.boards = JSON.parse($('boards').dataset.b);
  if (state.shown >= state.boards.length) state.shown = 0;
  ways.clear();
  if (state.taking && !(waited ? offMap(state.taking) : placeable(state.taking))) state.taking = '';
  readers.forEach(reader => reader());
}

/** The user's own settings, in this browser: keys, sound, what the log shows. */
const place = () => `sortie:${document.body.dataset.user ?? ''}`;
export function setting(name) {
  try { return JSON.parse(localStorage.getItem(place()) ?? '{}')[name]; } catch { return undefined; }
}
export function keepSetting(name, value) {
  let all = {};
  try { all = JSON.parse(localStorage.getItem(place()) ?? '{}'); } catch { /* what is there is no use */ }
  try { localStorage.setItem(place(), JSON.stringify({ ...all, [name]: value })); } catch { /* private window: for this page only */ }
}

const offMap = body => state.opts.unplaced.some(([key]) => key === body);
/** Whom a GM puts anywhere, a player as long as it is offered. Whoever was off the map is meant only until somebody put it on. */
const placeable = body => (state.opts.role === 'gm' ? token(body) : state.opts.phase === 'placement') || offMap(body);
export const board = () => state.boards[state.shown] ?? { key: '', w: 1, h: 1, words: {} };
export const inside = (x, y) => x >= 0 && y >= 0 && x < board().w && y < board().h;

// --- names of cells
export function cellName(x, y) {
  let letters = '';
  for (let n = x + 1; n > 0; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(65 + (n - 1) % 26) + letters;
  return letters + (y + 1);
}
/** [x, y] of a name such as F8, or null if it names no cell of this board. */
export function readCell(text, { w, h } = board()) {
  const found = /^\s*([A-Za-z]{1,2})\s*([0-9]{1,3})\s*$/.exec(text);
  if (!found) return null;
  const x = [...found[1].toUpperCase()].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
  return x < w && found[2] > 0 && found[2] <= h ? [x, found[2] - 1] : null;
}

// --- tokens
export const token = body => document.querySelector(`.tok[data-body="${CSS.escape(body)}"]`);
export const tokenAt = (x, y) => document.querySelector(`.tok.b${state.shown}.x${x}.y${y}:not(.down)`)
  ?? document.querySelector(`.tok.b${state.shown}.x${x}.y${y}`) ?? bigTokenAt(x, y);

function bigTokenAt(x, y) {
  for (const big of document.querySelectorAll(`.tok.b${state.shown}:is(.s2,.s3,.s4)`)) {
    const [left, top] = placeOf(big);
    const size = +/\bs(\d)\b/.exec(big.className)[1];
    if (x >= left && x < left + size && y >= top && y < top + size) return big;
  }
  return null;
}
export function placeOf(tok) {
  const [, x, y] = /\bx(\d+) y(\d+)\b/.exec(tok.className);
  return [+x, +y];
}
export const boardOf = tok => +/\bb(\d+)\b/.exec(tok.className)[1];

/** For a GM the name of the player who plays this unit and is here, unless the GM plays for that seat. */
export function whose(unit) {
  const [seat, name] = state.opts.theirs?.[unit] ?? [];
  return state.here.has(seat) ? name : '';
}
export const theirs = who => `${who} plays this unit, so nothing was done. To act for ${who}, press “Play for ${who}”; Shift and a drag put anyone anywhere.`;

/** The token that acts on the board that is shown: the chosen one, else the active unit's, else the first that may go
 *  somewhere: on the wide board the helm's hull, on the deck who stands there. */
export function actor() {
  const reach = state.opts.reach;
  const here = key => reach[key]?.board === board().key;
  if (state.chosen && (here(state.chosen) || state.taking)) return state.chosen;
  // Whom it may send is not yet the unit itself: a cell is meant for a pet once that was chosen, and not before.
  const keys = Object.keys(reach).filter(key => here(key) && !reach[key].ordered);
  const { turn } = state.opts;
  return keys.find(key => token(key)?.dataset.unit === turn) ?? keys.find(key => reach[key].unit === turn) ?? keys[0] ?? '';
}
export const actingToken = () => token(actor()) ?? document.querySelector('.tok.act:not(.down)');

// --- terrain: letters and levels stand in the chunks of the picture
function ofChunk(x, y, name) {
  const chunk = $(`k-${state.shown}-${Math.floor(x / CHUNK)}-${Math.floor(y / CHUNK)}`);
  const width = Math.min(CHUNK, board().w - Math.floor(x / CHUNK) * CHUNK);
  return [chunk?.dataset[name], (y % CHUNK) * width + x % CHUNK];
}
export function letterAt(x, y) {
  const [letters, place] = ofChunk(x, y, 't');
  return letters?.[place] ?? '?';
}
export function levelAt(x, y) {
  const [levels, place] = ofChunk(x, y, 'e');
  return levels ? +levels.split(',')[place] : 0;
}
export const groundAt = (x, y) => board().words[letterAt(x, y)] ?? 'unknown';

/** What covers this cell, side by side, in words: `Sandbags, half cover, to the west`. */
export function coverAt(x, y) {
  const said = [];
  for (const [ex, ey, down, where] of [[x, y, 0, 'north'], [x + 1, y, 1, 'east'], [x, y + 1, 0, 'south'], [x, y, 1, 'west']]) {
    const found = coverOn(ex, ey, down);
    if (found) said.push(`${found}, to the ${where}`);
  }
  return said.join('; ');
}
/** What covers on the side between two cells, if they share one: `High fence, full cover, 3 levels high`. */
export function coverBetween(a, b) {
  if (Math.abs(a.x - b.x) + Math.abs(a.y - b.y) !== 1) return '';
  return coverOn(Math.max(a.x, b.x), Math.max(a.y, b.y), a.x === b.x ? 0 : 1);
}
function coverOn(x, y, down) {
  for (const chunk of document.querySelectorAll(`#edges .b${state.shown}[data-c]`)) {
    const found = JSON.parse(chunk.dataset.c).find(each => each[0] === x && each[1] === y && each[2] === down);
    if (found) return found[3];
  }
  return '';
}

// --- reach: cells come as flat numbers x, y, cost, from x, from y, legs
const ways = new Map();
export function reachOf(body) {
  if (state.via?.body === body) return state.via.map;
  if (!ways.has(body)) {
    const cells = readCells(state.opts.reach[body]?.cells ?? [], state.opts.reach[body]);
    ways.set(body, new Map(cells.map(cell => [`${cell.x},${cell.y}`, cell])));
  }
  return ways.get(body);
}
/** Cells with their price and the step before them, from six numbers each: places as far as they are from others
 *  (missions/live/steps.py). In a measured reach of `most` half cells also how many of them are used at the end. */
export function readCells(flat, { most = 0, cost: same = 0 } = {}) {
  const found = [];
  let [x, y, used] = [0, 0, 0];
  for (let i = 0; i < flat.length; i += 6) {
    const [dx, dy, third, px, py, legs] = flat.slice(i, i + 6);
    [x, y, used] = [x + dx, y + dy, used + third];
    found.push({ x, y, cost: most ? same : third, px: x + px, py: y + py, legs, ...(most ? { used } : {}) });
  }
  return found;
}
const halves = n => `${n > 1 || !n ? Math.floor(n / 2) : ''}${n % 2 ? '\u00bd' : ''}`;
/** What a way of `body` that ends in this cell costs, in words, and how much of what is paid for it uses. */
export function priceOf(body, { cost, legs, used }) {
  const { word, rest, most } = state.opts.reach[body];
  const price = cost ? `${cost} ${word}` : legs ? 'free' : rest;
  return most ? `${price} \u00b7 ${halves(Math.min(used, most))} of ${halves(most)} cells` : price;
}
/** The cheapest way of `body` to a cell, as cells without the one where it stands; null if there is none. */
export function wayTo(body, x, y) {
  const reach = reachOf(body);
  const before = state.via?.body === body ? state.via.way : [];
  if (before.length && before.at(-1).x === x && before.at(-1).y === y) return before;
  const cells = [];
  for (let cell = reach.get(`${x},${y}`); cell; cell = reach.get(`${cell.px},${cell.py}`)) {
    cells.unshift(cell);
    if (cells.length > reach.size) return null;
  }
  return cells.length ? [...before, ...cells] : null;
}

// --- targets: their buttons are the truth
export const targetButton = body => {
  // Who was chosen does it: a pet by what it is ordered to, anybody else by what is its own.
  const by = actor();
  const theirs = [...document.querySelectorAll(`#options [data-target="${CSS.escape(body)}"]`)].filter(button => !button.closest('[data-by]') || chosen(button) || button.closest('[data-by]').dataset.by === by);
  const own = theirs.filter(button => button.closest('[data-by]'));
  const all = own.some(button => !chosen(button)) ? own : theirs;
  // A friend is a target only of an action that was chosen before; and where a click means one thing, of no other.
  const plain = state.opts.shut?.[state.opts.turn]?.target ? all.filter(button => button.closest('[data-click=target]')) : all;
  return all.find(chosen) ?? plain.find(button => !button.dataset.friend && !button.dataset.idle) ?? null;
};
const chosen = button => button.closest('details')?.open;
/** Whether an enemy is a target only of what is no attack, such as words: that is done by choosing it first. */
export const idleTarget = body => {
  const all = [...document.querySelectorAll(`#options [data-target="${CSS.escape(body)}"]:not([data-friend])`)];
  return all.length > 0 && all.every(button => button.dataset.idle && !chosen(button));
};

/** Who has something to add to a cell's words: (x, y) -> text or nothing. */
const tellers = [];
export const onDescribe = tell => tellers.push(tell);

/** A cell in words, for the live region and for whoever cannot see the map. */
export function describe(x, y) {
  if (!inside(x, y)) return '';
  const level = levelAt(x, y);
  const tok = tokenAt(x, y);
  const step = reachOf(actor()).get(`${x},${y}`);
  const target = tok && targetButton(tok.dataset.body);
  return [
    cellName(x, y),
    groundAt(x, y) + (level ? `, elevation ${level}` : ''),
    coverAt(x, y),
    tok?.getAttribute('aria-label'),
    document.querySelector(`.lies.b${state.shown}.x${x}.y${y}`)?.getAttribute('aria-label'),
    step && `reachable, ${priceOf(actor(), step).replace(' \u00b7 ', ', ')}`,
    target && `${target.dataset.label}${target.dataset.chance ? `, ${target.dataset.chance}` : ''}`,
    ...tellers.map(tell => tell(x, y)),
  ].filter(Boolean).join('. ');
}

// --- fields: no shortcut may fire while somebody types
export const typing = element => Boolean(element?.closest?.('input, textarea, select, [contenteditable], dialog'));
