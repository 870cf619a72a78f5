// What a cell offers, shown before anything is sent: the way with its cost, the chance at a target, or the
// first reason why not. It draws only into #mine, #ghost and #tip, which the server never touches.
import { $, CELL, actor, board, cellName, describe, groundAt, inside, letterAt, onChange, placeOf, reachOf, state, targetButton, token, tokenAt, wayTo } from './mission-state.js';
import { zoomed } from './mission-camera.js';
import { movePath, press, send } from './mission-commands.js';
import { say } from './mission-notices.js';

export function setUpPreview() {
  onChange(() => { drawReach(); clear(); });
  drawReach();
}

// --- the ground that can be reached: solid for the first leg, hatched beyond
function drawReach() {
  const picture = $('mine');
  picture.replaceChildren();
  for (const [wisher, [key, x, y]] of state.wishes) {
    if (token(wisher)) state.wishes.delete(wisher);
    else if (key === board().key) path(picture, 'wish', ring(x, y));
  }
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
}
function path(parent, kind, data) {
  if (!data) return;
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  made.setAttribute('class', kind);
  made.setAttribute('d', data);
  parent.append(made);
}
const fill = cells => cells.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('');
const ring = (x, y) => `M${x + 0.06} ${y + 0.06}h.88v.88h-.88z`;
/** The line around cells; who stands in the middle of them makes no hole. */
function border(cells) {
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

// --- what a cell offers to the one who acts
/** {kind: move | act | place, text, run} or {kind: no, text} or null when there is nothing to say. */
export function offer(x, y, body = actor(), freely = false) {
  if (!inside(x, y)) return null;
  const tok = tokenAt(x, y);
  if (state.taking || freely) return placing(x, y, state.taking || body, tok, freely);
  const button = tok && targetButton(tok.dataset.body);
  if (button) {
    const text = [button.dataset.label, button.dataset.chance].filter(Boolean).join(' · ');
    return { kind: 'act', text, note: costOf(button), tok, run: () => press(button) };
  }
  const way = body && wayTo(body, x, y);
  if (way) {
    const reach = state.opts.reach[body];
    const end = way.at(-1);
    const text = `${cellName(x, y)} · ${end.cost} ${reach.word}`;
    return { kind: 'move', text, note: end.legs > 1 ? `${end.legs} legs` : '', way, run: () => movePath(body, way) };
  }
  return body && state.opts.reach[body] ? reason(x, y, body, tok) : null;
}
const costOf = button => button.closest('details')?.querySelector(':scope > summary .cost')?.textContent ?? '';

function placing(x, y, body, tok, freely) {
  const role = state.opts.role;
  if (tok && tok.dataset.body !== body) return { kind: 'no', text: `${cellName(x, y)} is taken` };
  if (role !== 'gm' && !state.opts.anywhere && !inZone(x, y)) return { kind: 'no', text: 'outside your zone' };
  const at = [x, y];
  const key = board().key;
  const offered = placeOption(body);
  const wish = offered?.do === 'wish';
  return {
    kind: 'place',
    text: `${wish ? 'wish for' : freely ? 'put on' : 'place on'} ${cellName(x, y)}`,
    run: () => {
      state.taking = '';
      const order = offered ?? { do: 'place', basis: '', args: { body } };
      if (wish) state.wishes.set(body, [key, x, y]);
      return send({ ...order, args: { ...order.args, at, board: key } }).then(done => {
        if (wish && !done) state.wishes.delete(body);
        drawReach();
        if (wish && done) say(`Wished for ${cellName(x, y)}.`);
        return done;
      });
    },
  };
}
/** The offer to place this body, or to wish for a cell, if there is one. */
function placeOption(body) {
  for (const button of document.querySelectorAll('#options :is([data-do=place], [data-do=wish])')) {
    const order = JSON.parse(button.dataset.go);
    if (order.args.body === body) return order;
  }
  return null;
}
const inZone = (x, y) => state.opts.zones.some(([key, cells]) => key === board().key
  && cells.some((n, i) => i % 2 === 0 && n === x && cells[i + 1] === y));

/** Why the body cannot go there, with the way as far as it leads. */
function reason(x, y, body, tok) {
  const reach = reachOf(body);
  const { x: sx, y: sy } = state.opts.reach[body];
  if (x === sx && y === sy) return null;
  if (tok) return { kind: 'no', text: `${tok.getAttribute('aria-label').split(',')[0]} stands there`, way: nearest(reach, x, y, body), to: [x, y] };
  if (letterAt(x, y) === '?') return { kind: 'no', text: 'unknown ground' };
  const dearest = Math.max(0, ...[...reach.values()].map(cell => cell.cost));
  const beside = [...reach.values()].some(cell => Math.abs(cell.x - x) <= 1 && Math.abs(cell.y - y) <= 1 && cell.cost < dearest);
  return { kind: 'no', text: beside ? `blocked: ${groundAt(x, y)}` : 'too far', way: nearest(reach, x, y, body), to: [x, y] };
}
function nearest(reach, x, y, body) {
  let best = null;
  for (const cell of reach.values()) {
    const far = Math.hypot(cell.x - x, cell.y - y) * 100 + cell.cost;
    if (!best || far < best.far) best = { far, cell };
  }
  return best && wayTo(body, best.cell.x, best.cell.y);
}

// --- showing it
const line = cells => cells.map(([x, y], i) => `${i ? 'L' : 'M'}${x + 0.5} ${y + 0.5}`).join('');

export function show(x, y, body = actor(), freely = false) {
  clear();
  const found = offer(x, y, body, freely);
  if (!found) return null;
  const from = state.opts.reach[body];
  if (found.way && from) {
    const cells = [[from.x, from.y], ...found.way.map(cell => [cell.x, cell.y])];
    $('way').setAttribute('d', line(cells));
    if (found.to) $('wrong').setAttribute('d', line([cells.at(-1), found.to]));
  }
  if (found.kind === 'act') {
    const tok = token(body) ?? document.querySelector('.tok.act');
    if (tok) $('aim').setAttribute('d', line([placeOf(tok), [x, y]]));
  }
  if (found.kind !== 'act') {
    $('step').setAttribute('cx', x + 0.5);
    $('step').setAttribute('cy', y + 0.5);
    $('step').setAttribute('class', found.kind === 'no' ? 'on bad' : 'on');
  }
  showTip(x, y, found);
  $('view').classList.toggle('can', found.kind !== 'no');
  return found;
}
function showTip(x, y, found) {
  const tip = $('tip');
  tip.replaceChildren(found.text);
  if (found.note) tip.append(Object.assign(document.createElement('small'), { textContent: found.note }));
  tip.className = found.kind === 'no' ? 'on bad' : 'on';
  const frame = $('view').getBoundingClientRect();
  const plate = $('board').getBoundingClientRect();
  const side = CELL * zoomed();
  const left = plate.left - frame.left + (x + 1) * side + 6;
  const top = plate.top - frame.top + y * side - 6;
  const width = tip.offsetWidth;
  const place = left + width > frame.width - 8 ? left - side - width - 12 : left;
  tip.style.transform = `translate(${Math.max(8, Math.min(place, frame.width - width - 8))}px, ${Math.max(8, Math.min(top, frame.height - tip.offsetHeight - 8))}px)`;
}

export function clear() {
  for (const id of ['way', 'wrong', 'aim']) $(id).removeAttribute('d');
  $('step').setAttribute('class', '');
  $('tip').className = '';
  $('view').classList.remove('can');
}

/** Does what the cell offers; says what is there when it offers nothing. */
export function commit(x, y, body = actor(), freely = false) {
  const found = offer(x, y, body, freely);
  clear();
  if (found?.run) return found.run();
  say([describe(x, y), found?.text].filter(Boolean).join('. '));
  return null;
}
