// Which cells or edges a tool covers. Cells are numbers, edges too (editor-sheet.js); points are in cells.
import { all, cellOf, eastOf, get, number, sheet, southOf } from './editor-sheet.js';

const isOn = (x, y) => x >= 0 && y >= 0 && x < sheet.w && y < sheet.h;

export function brush([x, y], size) {
  const found = [];
  const before = Math.floor((size - 1) / 2);
  for (let v = y - before; v < y - before + size; v++) for (let u = x - before; u < x - before + size; u++) if (isOn(u, v)) found.push(number(u, v));
  return found;
}
/** The cells on the straight line between two. */
export function line([ax, ay], [bx, by]) {
  const found = [];
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay), 1);
  for (let n = 0; n <= steps; n++) found.push([Math.round(ax + (bx - ax) * n / steps), Math.round(ay + (by - ay) * n / steps)]);
  return found;
}
/** The area of equal cells around one, as far as walls and doors let it. value: slot of a cell -> what must be equal. */
export function area([x, y], value) {
  const from = number(x, y);
  const like = JSON.stringify(get(value(from)));
  const found = new Set([from]);
  const todo = [from];
  const bars = edge => edge >= 0 && !/^(cover.*)?$/.test(get(`e:${edge}`));
  while (todo.length) {
    const n = todo.pop();
    const [u, v] = cellOf(n);
    for (const [p, q, edge] of [[u + 1, v, eastOf(u, v)], [u - 1, v, eastOf(u - 1, v)], [u, v + 1, southOf(u, v)], [u, v - 1, southOf(u, v - 1)]]) {
      if (!isOn(p, q) || bars(edge)) continue;
      const next = number(p, q);
      if (!found.has(next) && JSON.stringify(get(value(next))) === like) { found.add(next); todo.push(next); }
    }
  }
  return [...found];
}

// --- edges
/** All edges around these cells; the rim of the map has none. */
export function around(cells) {
  const inside = new Set(cells);
  const found = [];
  for (const n of inside) {
    const [x, y] = cellOf(n);
    for (const [u, v, edge] of [[x + 1, y, eastOf(x, y)], [x - 1, y, eastOf(x - 1, y)], [x, y + 1, southOf(x, y)], [x, y - 1, southOf(x, y - 1)]]) {
      if (edge >= 0 && !inside.has(number(u, v))) found.push(edge);
    }
  }
  return found;
}
/** The edge next to a point, or -1. */
export function nearest([x, y]) {
  const [u, v] = [Math.floor(x), Math.floor(y)];
  const sides = [[x - u, eastOf(u - 1, v)], [u + 1 - x, eastOf(u, v)], [y - v, southOf(u, v - 1)], [v + 1 - y, southOf(u, v)]];
  return sides.filter(([, edge]) => edge >= 0).sort(([a], [b]) => a - b)[0]?.[1] ?? -1;
}
export const corner = ([x, y]) => [Math.max(0, Math.min(sheet.w, Math.round(x))), Math.max(0, Math.min(sheet.h, Math.round(y)))];
/** Edges along the grid's lines between two corners of cells, as straight as they go. */
export function along([ax, ay], [bx, by]) {
  const found = [];
  let [x, y] = [ax, ay];
  const [dx, dy] = [Math.abs(bx - ax), Math.abs(by - ay)];
  for (let n = 0; n < dx + dy; n++) {
    const [gone, went] = [Math.abs(x - ax), Math.abs(y - ay)];
    if (x !== bx && (y === by || (gone + 0.5) * dy <= (went + 0.5) * dx)) {
      const step = Math.sign(bx - x);
      found.push(southOf(Math.min(x, x + step), y - 1));
      x += step;
    } else {
      const step = Math.sign(by - y);
      found.push(eastOf(x - 1, Math.min(y, y + step)));
      y += step;
    }
  }
  return found.filter(edge => edge >= 0);
}
export const hasEdges = n => { const [x, y] = cellOf(n); return [['north', southOf(x, y - 1)], ['east', eastOf(x, y)], ['south', southOf(x, y)], ['west', eastOf(x - 1, y)]].map(([side, edge]) => [side, edge >= 0 ? all('e').get(edge) : '']).filter(([, what]) => what); };
