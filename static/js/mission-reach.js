// The ground that the acting body can reach, and the cells that were wished for. Drawn into #mine, which the
// server never touches: solid for the first leg, hatched beyond.
import { $, actor, board, onChange, placeOf, reachOf, state, token } from './mission-state.js';

export function setUpReach() {
  onChange(drawReach);
  drawReach();
  for (const kind of ['mission:chosen', 'mission:taking', 'mission:board', 'mission:via', 'mission:aiming']) document.addEventListener(kind, drawReach);
}

export function drawReach() {
  const picture = $('mine');
  picture.replaceChildren();
  for (const [, key, x, y] of state.opts.wishes) if (key === board().key) path(picture, 'wish', ring(x, y));
  if (state.aiming) { lightAims(picture); return; }
  const body = actor();
  const reach = state.opts.reach[body];
  if (!reach || reach.board !== board().key || state.taking) return;
  const cells = [...reachOf(body).values()];
  const far = cells.filter(cell => cell.legs > 1);
  const near = cells.filter(cell => cell.legs <= 1);
  path(picture, 'near', fill(near));
  path(picture, 'far', fill(far));
  path(picture, 'line far', border(cells));
  path(picture, 'line', border(near));
  const from = token(body);
  if (from) path(picture, 'here', ring(...placeOf(from)));
  for (const cell of state.via?.cells ?? []) path(picture, 'via', ring(...cell));
}
/** Where it may be aimed, in place of where one may walk. */
function lightAims(picture) {
  const { found, cells } = state.aiming;
  if (found?.board !== board().key) return;
  const all = [...cells].map(cell => { const [x, y] = cell.split(',').map(Number); return { x, y }; });
  path(picture, 'aims', fill(all));
  path(picture, 'line aims', border(all));
  path(picture, 'here', ring(found.x, found.y));
}
/** Adds a path of a class to a layer of the map. */
export function path(parent, kind, data) {
  if (!data) return;
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  made.setAttribute('class', kind);
  made.setAttribute('d', data);
  parent.append(made);
}
export const fill = cells => cells.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('');
const ring = (x, y) => `M${x + 0.06} ${y + 0.06}h.88v.88h-.88z`;
/** The line around cells; who stands in the middle of them makes no hole. */
export function border(cells) {
  const within = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const free = (x, y) => within.has(`${x},${y}`);
  const stands = new Set();
  for (const tok of document.querySelectorAll(`.tok.b${state.shown}`)) {
    const [x, y] = placeOf(tok);
    if (free(x - 1, y) + free(x + 1, y) + free(x, y - 1) + free(x, y + 1) >= 2) stands.add(`${x},${y}`);
  }
  const has = (x, y) => free(x, y) || stands.has(`${x},${y}`);
  return cells.map(({ x, y }) =>
    (has(x, y - 1) ? '' : `M${x} ${y}h1`) + (has(x, y + 1) ? '' : `M${x} ${y + 1}h1`)
    + (has(x - 1, y) ? '' : `M${x} ${y}v1`) + (has(x + 1, y) ? '' : `M${x + 1} ${y}v1`)).join('');
}
