// Draws the map as the table will show it: ground in chunks of 10 x 10 cells, of which only those that changed are made
// anew, and above them edges, fog, zones, starts and notes.
import { $, CHUNK, cellName } from './mission-state.js';
import { all, cellOf, get, kindOf, lineOf, number, sheet, zones } from './editor-sheet.js';

const SVG = 'http://www.w3.org/2000/svg';
const OUTLINED = new Set(['wall', 'rock', 'blocking']);
const dirty = new Set();        // chunks as `x,y`, and layers by their kind
let asked = 0;

/** These slots changed. */
export function drawn(slots) {
  for (const slot of slots) {
    const [kind, a] = slot.split(':');
    if (kind === 't' || kind === 'l') {
      const [x, y] = cellOf(+a);
      // An outline belongs to the neighbour's chunk too.
      for (const [u, v] of [[x, y], [x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]) dirty.add(`${Math.floor(u / CHUNK)},${Math.floor(v / CHUNK)}`);
    } else dirty.add(kind === 'c' ? 'z' : kind);
  }
  if (dirty.size && !asked) asked = requestAnimationFrame(draw);
}
export function drawAll() {
  $('terrain').replaceChildren();
  for (let y = 0; y < sheet.h; y += CHUNK) for (let x = 0; x < sheet.w; x += CHUNK) dirty.add(`${x / CHUNK},${y / CHUNK}`);
  for (const kind of ['e', 'f', 'z', 's', 'n', 'a']) dirty.add(kind);
  $('bare').setAttribute('width', sheet.w);
  $('bare').setAttribute('height', sheet.h);
  $('pictures').setAttribute('width', sheet.w);
  $('pictures').setAttribute('height', sheet.h);
  grid();
  draw();
}
function draw() {
  cancelAnimationFrame(asked);
  asked = 0;
  for (const one of dirty) (LAYERS[one] ?? chunk)(one);
  dirty.clear();
}
const LAYERS = { e: edges, f: fog, z: zoneLayer, s: starts, n: notes, a: picture, g: fog, w: () => {} };

function make(name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}
const path = (kind, d) => make('path', { class: kind, d });

/** Path data that fills cells, one rectangle for each run in a row. cells: numbers, in order. */
export function fills(cells) {
  const out = [];
  let [start, end] = [-1, -1];
  const close = () => { if (start >= 0) { const [x, y] = cellOf(start); out.push(`M${x} ${y}h${end - start}v1h-${end - start}z`); } };
  for (const n of cells) {
    if (n === end && n % sheet.w) { end++; continue; }
    close();
    [start, end] = [n, n + 1];
  }
  close();
  return out.join('');
}
const sorted = cells => [...cells].sort((a, b) => a - b);
const segment = ([x, y, down]) => `M${x} ${y}${down ? 'v' : 'h'}1`;

function chunk(key) {
  const [cx, cy] = key.split(',').map(Number);
  if (cx < 0 || cy < 0 || cx * CHUNK >= sheet.w || cy * CHUNK >= sheet.h) return;
  const id = `k-${cx}-${cy}`;
  const group = $(id) ?? $('terrain').appendChild(make('g', { id }));
  const [styles, levels, rims, outline] = [new Map(), new Map(), [], []];
  for (let y = cy * CHUNK; y < Math.min(sheet.h, cy * CHUNK + CHUNK); y++) {
    for (let x = cx * CHUNK; x < Math.min(sheet.w, cx * CHUNK + CHUNK); x++) {
      const n = number(x, y);
      const { style } = kindOf(n);
      const level = all('l')[n];
      if (style !== 'ground') (styles.get(style) ?? styles.set(style, []).get(style)).push(n);
      if (level) (levels.get(level) ?? levels.set(level, []).get(level)).push(n);
      for (const [u, v, line] of [[x - 1, y, [x, y, true]], [x + 1, y, [x + 1, y, true]], [x, y - 1, [x, y, false]], [x, y + 1, [x, y + 1, false]]]) {
        const isOff = u < 0 || v < 0 || u >= sheet.w || v >= sheet.h;
        if (OUTLINED.has(style) && (isOff || kindOf(number(u, v)).style !== style)) outline.push(line);
        if (!isOff && level > all('l')[number(u, v)]) rims.push(line);
      }
    }
  }
  const parts = [...styles].map(([style, cells]) => path(`t-${style}`, fills(cells)));
  if (outline.length) parts.push(path('outline', outline.map(segment).join('')));
  for (const [level, cells] of levels) parts.push(path(level > 0 ? `up${Math.min(level, 4)}` : `low${Math.min(-level, 2)}`, fills(cells)));
  if (rims.length) parts.push(path('rim', rims.map(segment).join('')));
  if (levels.size) parts.push(numbers(levels));
  group.setAttribute('class', sheet.picture ? 'over' : '');
  group.replaceChildren(...parts);
}

/** The level as a number in the upper left corner of each height, as on the table: one text, each sign with its place. */
function numbers(levels) {
  const [signs, xs, ys] = [[], [], []];
  for (const [level, cells] of levels) {
    for (const n of cells) {
      const [x, y] = cellOf(n);
      if ((x > 0 && all('l')[n - 1] === level) || (y > 0 && all('l')[n - sheet.w] === level)) continue;
      [...String(level).replace('-', '\u2212')].forEach((sign, at) => { signs.push(sign); xs.push((x + 0.08 + at * 0.15).toFixed(2)); ys.push((y + 0.28).toFixed(2)); });
    }
  }
  return make('text', { x: xs.join(' '), y: ys.join(' ') }, signs.join(''));
}

/** The classes of an edge: of cover how much it covers. */
const material = what => document.querySelector(`[name=edge][value="${CSS.escape(what)}"] + i`)?.className ?? what.replace(':', ' ');
/** As on the table: half of a shield for half cover, a whole one for full (missions/live/draw.py). */
function shield(x, y, down, isWhole) {
  const [cx, cy] = down ? [x, y + 0.5] : [x + 0.5, y];
  const half = `M${cx} ${cy - 0.15}h-.14v.12q0 .14 .14 .2z`;
  return half + (isWhole ? `M${cx} ${cy - 0.15}h.14v.12q0 .14 -.14 .2z` : '');
}
function edges() {
  const found = new Map();
  for (const [edge, what] of all('e')) (found.get(what) ?? found.set(what, []).get(what)).push(lineOf(edge));
  const parts = [];
  for (const [what, lines] of found) {
    const isDoor = ['door', 'locked', 'secret'].includes(what);
    const d = what === 'open'
      ? lines.map(([x, y, down]) => down ? `M${x} ${y}v.14M${x} ${y + 1}v-.14M${x} ${y}h.8` : `M${x} ${y}h.14M${x + 1} ${y}h-.14M${x} ${y}v.8`).join('')
      : lines.map(segment).join('');
    parts.push(path({ door: 'door closed', locked: 'door locked', open: 'door open', secret: 'door secret' }[what] ?? material(what), d));
    const covers = /^cover (half|full)\b/.exec(material(what))?.[1];
    if (covers) parts.push(path('shield', lines.map(line => shield(...line, covers === 'full')).join('')));
    if (isDoor) parts.push(path('knob', lines.map(([x, y, down]) => down ? `M${x} ${y + 0.5}h0` : `M${x + 0.5} ${y}h0`).join('')));
  }
  $('edges').replaceChildren(...parts);
}

function fog() {
  const covered = [];
  if (sheet.g === 'uncovered' || all('f').size) for (let n = 0; n < sheet.w * sheet.h; n++) if (!all('f').has(n)) covered.push(n);
  $('fog').replaceChildren(...(covered.length ? [path('covered', fills(covered))] : []));
}

/** Who starts there, unless the zone's own name says it. */
function whose(zone) {
  const option = document.querySelector(`#zone-whose option[value="${CSS.escape(zone.seat ? `seat:${zone.seat}` : `side:${zone.side}`)}"]`);
  const words = option?.textContent ?? '';
  return !words || zone.name === words ? '' : ` (${words})`;
}
function zoneLayer() {
  $('zones').replaceChildren(...[...zones.values()].map(zone => {
    const cells = sorted(zone.cells);
    const border = [];
    for (const n of cells) {
      const [x, y] = cellOf(n);
      const has = (u, v) => u >= 0 && v >= 0 && u < sheet.w && v < sheet.h && zone.cells.has(number(u, v));
      if (!has(x, y - 1)) border.push([x, y, false]);
      if (!has(x, y + 1)) border.push([x, y + 1, false]);
      if (!has(x - 1, y)) border.push([x, y, true]);
      if (!has(x + 1, y)) border.push([x + 1, y, true]);
    }
    const group = make('g', { class: `zone ${zone.side || (zone.seat ? 'seat' : 'all')}` });
    group.append(path('fill', fills(cells)), path('line', border.map(segment).join('')));
    if (cells.length) { const [x, y] = cellOf(cells[0]); group.append(make('text', { x: x + 0.1, y: y - 0.12 }, `${zone.name}${whose(zone)}`)); }
    return group;
  }));
}

function starts() {
  const counts = new Map();
  $('starts').replaceChildren(...[...all('s')].sort(([a], [b]) => a - b).map(([n, name]) => {
    const [x, y] = cellOf(n);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const group = make('g', {});
    group.append(make('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.36 }), make('text', { x: x + 0.5, y: y + 0.59 }, `${[...name].slice(0, 2).join('')}${counts.get(name)}`));
    return group;
  }));
}
function notes() {
  $('notes').replaceChildren(...[...all('n').keys()].map(n => { const [x, y] = cellOf(n); return path('note', `M${x + 0.62} ${y + 0.06}h.32v.32z`); }));
}

/** The picture lies so that the grid of `a` falls on the cells; without it, it is as large as the board. */
export function picture() {
  const image = $('background');
  if (!sheet.picture) { image?.remove(); return; }
  const { src, width, height } = picture.source ?? {};
  if (!src) return;
  const node = image ?? $('pictures').appendChild(make('image', { id: 'background', preserveAspectRatio: 'none', href: src }));
  if (node.getAttribute('href') !== src) node.setAttribute('href', src);
  const [left, top, across, down] = lies();
  for (const [key, value] of Object.entries({ x: -left / across, y: -top / down, width: width / across, height: height / down })) node.setAttribute(key, value.toFixed(5));
}
/** Where the grid lies: pixels of its left upper corner, and of a cell's sides. */
export function lies() {
  const { width = sheet.w * 48, height = sheet.h * 48 } = picture.source ?? {};
  return get('a') ?? [0, 0, width / sheet.w, height / sheet.h];
}

function grid() {
  const words = [];
  for (let x = 0; x < sheet.w; x++) words.push(make('text', { class: 'ruler', x: x + 0.5, y: -0.14 }, cellName(x, 0).replace(/\d+$/, '')));
  for (let y = 0; y < sheet.h; y++) words.push(make('text', { class: 'ruler', x: -0.32, y: y + 0.6 }, y + 1));
  $('grid').replaceChildren(make('rect', { width: sheet.w, height: sheet.h, fill: 'url(#p-grid)' }), ...words);
}
