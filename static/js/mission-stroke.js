// A tool with which the GM draws on the map (fog, ground): the pointer's strokes, the keyboard's cursor, and the mark
// that shows what a stroke covers. What a stroke means is the tool's own.
import { $, state, typing } from './mission-state.js';
import { cellUnder, pointUnder } from './mission-camera.js';

/**
 * tool(): the chosen tool, empty for none. reach(cell, stroke, point): a stroke {id, from, last} has come from `last` to a
 * cell; the tool may keep more in it. With fine() it is called for every step, not only for every cell.
 * finish(stroke): it has ended. hover(cell, point): the mouse or the cursor is on a cell; null where there is none, and a
 * cursor has no point. wipe(): the mark shows nothing. escape() and enter(cell): the keys. clear(): what else the page
 * shows under the pointer is put away. Returns the mark, and how a stroke is given up.
 */
export function drawsOnMap(id, { tool, reach, finish, hover, wipe, escape, enter, clear = () => {}, fine = () => false }) {
  const view = $('view');
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  mark.id = id;
  $('ghost').append(mark);
  let stroke = null;
  let swallow = false;          // the click that ends a stroke is none

  function down(event) {
    if (!tool() || event.button) return;
    const cell = cellUnder(event.clientX, event.clientY);
    event.stopPropagation();
    if (stroke || !cell) { drop(); return; }        // a second finger: it is a pinch
    event.preventDefault();
    view.focus({ preventScroll: true });
    view.setPointerCapture(event.pointerId);
    stroke = { id: event.pointerId, from: cell, last: cell };
    reach(cell, stroke, pointUnder(event.clientX, event.clientY));
  }
  function move(event) {
    if (!tool()) return;
    event.stopPropagation();
    clear();
    const cell = cellUnder(event.clientX, event.clientY);
    const point = pointUnder(event.clientX, event.clientY);
    if (stroke?.id === event.pointerId) {
      if (cell && (fine() || String(cell) !== String(stroke.last))) { reach(cell, stroke, point); stroke.last = cell; }
    } else if (!stroke && event.pointerType === 'mouse') hover(cell, point);
  }
  function up(event) {
    if (!tool() || stroke?.id !== event.pointerId) return;
    event.stopPropagation();
    swallow = true;
    const ended = stroke;
    drop();
    finish(ended);
  }
  function drop() {
    stroke = null;
    wipe();
  }
  function key(event) {
    if (!tool() || typing(event.target) || !view.contains(event.target)) return;
    if (event.key === 'Escape') escape();
    else if (event.key === 'Enter' || event.key === ' ') enter([...state.cursor]);
    else {
      if (event.key.startsWith('Arrow')) requestAnimationFrame(() => { if (tool()) { clear(); hover(state.cursor); } });
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  view.addEventListener('pointerdown', down, true);
  view.addEventListener('pointermove', move, true);
  view.addEventListener('pointerup', up, true);
  view.addEventListener('pointercancel', drop, true);
  view.addEventListener('click', event => { if (swallow || tool()) { swallow = false; event.stopPropagation(); } }, true);
  document.addEventListener('keydown', key, true);
  return { mark, drop };
}

/** All cells of the rectangle between two corners. */
export function between([ax, ay], [bx, by]) {
  const found = [];
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++) for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) found.push([x, y]);
  return found;
}
