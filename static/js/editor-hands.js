// Mouse, pen, touch and keys on the map that is being drawn. The strokes are those of the table (mission-stroke.js).
import { $, cellName, readCell, state, typing } from './mission-state.js';
import { centre, keepInSight, moved, pointUnder, setCursor, zoomIn, zoomOut, fit } from './mission-camera.js';
import { between, drawsOnMap } from './mission-stroke.js';
import { zoomsByHand } from './mission-zoom.js';
import { SIDES, all, cellOf, get, kindOf, lineOf, number, sheet, zones } from './editor-sheet.js';
import { fills, lies, picture } from './editor-draw.js';
import { along, area, around, brush, corner, hasEdges, line, nearest } from './editor-shapes.js';
import { act, choose, erases, layer, nextKind, paint, pick, redo, size, slotOf, tool, undo } from './editor-pen.js';

let drawing = null;
let first = null;               // the first corner that the keyboard chose
let hooks = {};                 // note(n): opens the note of a cell; told(text): says what an undo did

export const say = text => { $('say').textContent = text && $('say').textContent === text ? `${text}\u00a0` : text; };

export function setUpHands(given) {
  hooks = given;
  drawing = drawsOnMap('penmark', {
    tool: () => tool() === 'hand' ? '' : tool(),
    fine: () => layer() === 'edge' || layer() === 'picture',
    reach, finish, escape, enter,
    hover: (cell, point) => { if (cell) { where(cell); show(first ?? cell, cell, point && corner(point), point); } else drop(); },
    wipe: () => drawing?.mark.removeAttribute('d'),
  });
  zoomsByHand({ begins: drop });
  pans();
  document.addEventListener('keydown', keys);
  $('view').addEventListener('focus', () => { if ($('view').matches(':focus-visible')) setCursor(...state.cursor); });
  document.addEventListener('change', event => { if (['tool', 'layer'].includes(event.target.name)) { drop(); first = null; touches(); } });
  touches();
}
const touches = () => $('view').classList.toggle('fogging', tool() !== 'hand');
const drop = () => { if (drawing) drawing.drop(); };
const where = cell => { $('where').textContent = words(cell); };

// --- the mark: what a stroke would cover
function mark(places) {
  const isEdge = layer() === 'edge';
  drawing.mark.setAttribute('class', erases() ? 'wipes' : isEdge ? 'edge' : '');
  drawing.mark.setAttribute('d', isEdge
    ? places.map(edge => { const [x, y, down] = lineOf(edge); return `M${x} ${y}${down ? 'v' : 'h'}1`; }).join('')
    : fills([...places].sort((a, b) => a - b)));
}
function show(from, to, end, point) {
  if (layer() === 'picture' || layer() === 'note') { mark.isOff = true; drawing.mark.setAttribute('d', layer() === 'note' ? fills([number(...to)]) : ''); return; }
  mark(places(tool(), from, to, end, end, point));
}
/** What a tool covers from one cell, or corner, to another. */
function places(which, from, to, a, b, point) {
  const cells = () => between(from, to).map(cell => number(...cell));
  if (layer() === 'edge') {
    if (which === 'rect') return around(cells());
    if (which === 'fill' || which === 'pick') return which === 'fill' ? around(area(to, n => `t:${n}`)) : [nearest(point ?? [to[0] + 0.5, to[1]])].filter(edge => edge >= 0);
    if (which === 'line' && a && b && String(a) !== String(b)) return along(a, b);
    return point ? [nearest(point)].filter(edge => edge >= 0) : [];
  }
  if (which === 'rect') return cells();
  if (which === 'line') return line(from, to).flatMap(cell => brush(cell, size()));
  if (which === 'brush') return brush(to, size());
  return [number(...to)];
}

// --- strokes
function reach(cell, stroke, point) {
  where(cell);
  const end = corner(point);
  stroke.point ??= point;
  stroke.corner ??= end;
  stroke.end = end;
  stroke.now = point;
  if (layer() === 'picture') { drag(stroke, point); return; }
  stroke.covers ??= new Set();
  if (tool() === 'brush') {
    if (layer() !== 'edge') for (const at of line(stroke.last, cell)) for (const n of brush(at, size())) stroke.covers.add(n);
    else if (String(end) !== String(stroke.before ?? stroke.corner)) {
      for (const edge of along(stroke.before ?? stroke.corner, end)) stroke.covers.add(edge);
      stroke.before = end;
    }
    mark(stroke.covers.size ? [...stroke.covers] : places('brush', cell, cell, null, null, point));
  } else if (layer() === 'note') show(cell, cell);
  else mark(places(tool(), stroke.from, cell, stroke.corner, end, point));
}
function finish(stroke) {
  const { from, last } = stroke;
  setCursor(...last, false);
  if (layer() === 'picture') { lay(stroke); return; }
  if (layer() === 'note') { hooks.note(number(...last)); return; }
  if (tool() === 'pick') { pick(number(...last), nearest(stroke.now)); return; }
  const covers = tool() === 'brush' && stroke.covers.size ? [...stroke.covers]
    : tool() === 'fill' && layer() !== 'edge' ? area(last, slotOf)
      : places(tool(), from, last, stroke.corner, stroke.end, stroke.now);
  tell(paint(covers));
}
const tell = count => {
  if (!count) return;
  say(`${erases() ? 'Erased' : 'Drew'} ${count}.`);
  where(state.cursor);          // what was drawn there now, not what was before
};

// --- the picture: dragged, or laid on the grid by three of its own cells
function drag(stroke, point) {
  if (tool() === 'rect') {
    const [[ax, ay], [bx, by]] = [stroke.point, point];
    drawing.mark.setAttribute('d', `M${ax} ${ay}H${bx}V${by}H${ax}z`);
    return;
  }
  if (tool() !== 'brush' || !sheet.picture) return;
  const [left, top, across, down] = stroke.lies ??= lies();
  stroke.laid = [left - (point[0] - stroke.point[0]) * across, top - (point[1] - stroke.point[1]) * down, across, down];
  const saved = sheet.a;
  sheet.a = stroke.laid;
  picture();
  sheet.a = saved;
}
function lay(stroke) {
  if (!sheet.picture) return;
  if (tool() === 'brush' && stroke.laid) { act([['a', rounded(stroke.laid)]]); return; }
  if (tool() !== 'rect') return;
  const [[ax, ay], [bx, by]] = [stroke.point, stroke.now];
  const [left, top, across, down] = lies();
  const [wide, high] = [Math.abs(bx - ax) * across / 3, Math.abs(by - ay) * down / 3];
  if (Math.min(wide, high) < 2) return;
  const [u, v] = [Math.min(ax, bx), Math.min(ay, by)];
  act([['a', rounded([left + u * across - Math.round(u) * wide, top + v * down - Math.round(v) * high, wide, high])]]);
}
export const rounded = numbers => numbers.map(n => Math.round(n * 1000) / 1000);

// --- the hand, and the middle button with any tool: the ground is dragged
function pans() {
  const view = $('view');
  let from = null;
  view.addEventListener('pointerdown', event => {
    if (event.pointerType !== 'mouse' || !(event.button === 1 || (event.button === 0 && tool() === 'hand'))) return;
    event.preventDefault();
    view.focus({ preventScroll: true });
    view.setPointerCapture(event.pointerId);
    from = [event.clientX, event.clientY];
  });
  view.addEventListener('pointermove', event => {
    if (tool() === 'hand') { const [x, y] = pointUnder(event.clientX, event.clientY).map(Math.floor); if (x >= 0 && y >= 0 && x < sheet.w && y < sheet.h) where([x, y]); }
    if (!from) return;
    view.scrollLeft -= event.clientX - from[0];
    view.scrollTop -= event.clientY - from[1];
    from = [event.clientX, event.clientY];
    moved();
  });
  for (const end of ['pointerup', 'pointercancel']) view.addEventListener(end, () => { from = null; });
}

// --- keys: while the map has the focus
const TOOLS = { h: 'hand', b: 'brush', l: 'line', r: 'rect', f: 'fill', i: 'pick' };
const LAYERS = ['ground', 'level', 'edge', 'zone', 'start', 'note', 'fog', 'picture'];
const label = (name, value) => document.querySelector(`[name=${name}][value=${value}]`).closest('label').textContent.trim();

function keys(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && !typing(event.target) && 'zy'.includes(key)) {
    event.preventDefault();
    (key === 'y' || event.shiftKey ? redo : undo)().then(hooks.told);
    return;
  }
  if (!$('view').contains(event.target) || event.altKey || event.metaKey) return;
  if (SIDES[key]) { arrow(event, key); return; }
  if (event.ctrlKey) return;
  const does = KEYS[key] ?? (TOOLS[key] && (() => { choose('tool', TOOLS[key]); say(label('tool', TOOLS[key])); }))
    ?? (LAYERS[key - 1] && (() => { choose('layer', LAYERS[key - 1]); say(label('layer', LAYERS[key - 1])); }));
  if (!does) return;
  event.preventDefault();
  does();
}
const KEYS = {
  '+': zoomIn, '-': zoomOut, 0: fit,
  '[': () => say(nextKind(-1)), ']': () => say(nextKind(1)),
  x: () => { $('erase').click(); say(erases() ? 'Erasing' : 'Drawing'); },
  o: () => say(words(state.cursor)),
  g: () => $('goto').focus(),
  Enter: () => { if (tool() === 'hand') say(words(state.cursor)); },
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function arrow(event, key) {
  event.preventDefault();
  if (event.shiftKey) {
    const edge = SIDES[key](...state.cursor);
    if (layer() !== 'edge') { say('Choose walls first, by 3.'); return; }
    if (edge < 0) { say('The rim of the map needs no wall.'); return; }
    tell(paint([edge]));
    say(words(state.cursor));
    return;
  }
  const [dx, dy] = ARROWS[key].map(n => n * (event.ctrlKey ? 5 : 1));
  setCursor(state.cursor[0] + dx, state.cursor[1] + dy);
  keepInSight(...state.cursor);
  where(state.cursor);
  say(words(state.cursor));
}
function escape() {
  drop();
  if (first) { first = null; say('The first corner is dropped.'); } else { choose('tool', 'hand'); say('Looking around.'); }
}
function enter(cell) {
  if (layer() === 'picture') { say('The picture is laid by the fields beside the map.'); return; }
  if (layer() === 'note') { hooks.note(number(...cell)); return; }
  const which = tool();
  if ((which === 'rect' || which === 'line') && !first) {
    first = cell;
    show(cell, cell);
    say(`First corner ${cellName(...cell)}. Move on and press Enter again.`);
    return;
  }
  if (layer() === 'edge' && (which === 'brush' || which === 'pick')) { say('Shift and an arrow draw on that side of the cell.'); return; }
  if (which === 'pick') { pick(number(...cell), -1); say('Taken.'); return; }
  const from = first ?? cell;
  first = null;
  tell(paint(which === 'fill' && layer() !== 'edge' ? area(cell, slotOf) : places(which, from, cell, from, cell)));
  drop();
}
/** The field that takes a cell's name, for whoever has neither map nor arrow keys. */
export function drawAt(text) {
  const cell = readCell(text);
  if (!cell) return `There is no cell ${text.trim() || 'without a name'} on this map.`;
  setCursor(...cell);
  centre(cell[0] + 0.5, cell[1] + 0.5);
  enter(cell);
  return '';
}

/** What stands on an edge, in the words of its button. */
const named = what => {
  const button = document.querySelector(`[name=edge][value="${CSS.escape(what)}"]`)?.closest('label');
  return what.startsWith('cover:') && button ? button.textContent.replace(/\s+/g, ' ').trim() : what;
};

/** A cell in words. */
export function words([x, y]) {
  const n = number(x, y);
  const level = get(`l:${n}`);
  return [
    cellName(x, y), kindOf(n).label + (level ? `, level ${level}` : ''),
    ...hasEdges(n).map(([side, what]) => `${named(what)} ${side}`),
    ...[...zones.values()].filter(zone => zone.cells.has(n)).map(zone => `zone ${zone.name}`),
    all('s').has(n) && `start of ${all('s').get(n)}`,
    all('n').has(n) && `note: ${all('n').get(n)}`,
    sheet.g === 'uncovered' && (all('f').has(n) ? 'uncovered' : 'covered'),
  ].filter(Boolean).join(', ');
}
export { cellOf };
