// Each resolved check shows for some seconds where it happened: die, total against difficulty, what came of it. A
// Mob's checks are one card. A tap opens the terms, and then it stays until it is closed. For those who want calm
// nothing moves: the card stands until the next one.
import { free } from './mission-aside.js';
import { $, CELL, board, calm, placeOf, state } from './mission-state.js';
import { zoomed } from './mission-camera.js';

const SHOWN = 3000;
const MOST = 3;
const MORE = 48;                // the height of “2 more” with the gap above it, in pixels
const shown = [];               // {at: [x, y], element, timer}

export function setUpCards() {
  new MutationObserver(records => {
    if ($('board').classList.contains('snap')) return;
    const groups = new Map();
    for (const line of records.flatMap(record => [...record.addedNodes])) {
      if (!line.dataset?.card) continue;
      const card = JSON.parse(line.dataset.card);
      const [entry] = line.id.slice(2).split('-');
      const key = `${entry}/${card.unit}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ line, card });
    }
    for (const group of groups.values()) put(group);
  }).observe($('log'), { childList: true });
  document.addEventListener('mission:board', () => [...shown].forEach(one => close(one.element)));
  $('cards-more').addEventListener('click', next);
  $('view').addEventListener('scroll', arrange, { passive: true });
  new ResizeObserver(arrange).observe($('sizer'));
  $('cards').addEventListener('keydown', event => { if (event.key === 'Escape') { close(event.target.closest('.card')); $('view').focus(); } });
}

function put(group) {
  const { at } = group[0].card;
  if (at[0] !== board().key) return;
  if (calm.matches) [...shown].forEach(one => close(one.element));
  while (shown.length >= MOST) close(shown[0].element);
  const element = document.createElement('details');
  element.className = 'card';
  const summary = document.createElement('summary');
  if (group.length > 1) summary.append(row('title', `${group.length} rolls`));
  group.forEach(({ card }, n) => summary.append(check(card, group.length > 1, group[n - 1]?.card)));
  element.append(summary);
  for (const { line, card } of group) {
    const terms = [...line.querySelectorAll('.sum')].map(sum => sum.cloneNode(true));
    if (terms.length && group.length > 1) element.append(row('of', [card.who, card.target].filter(Boolean).join(' → ')));
    element.append(...terms);
  }
  const one = { at: [at[1], at[2]], element, timer: 0 };
  element.addEventListener('toggle', () => { clearTimeout(one.timer); if (!element.open) later(one, 400); arrange(); });
  // Who moves over it reads it; a pointer that only rests where it came up does not hold it.
  element.addEventListener('pointermove', event => { if (!element.open && !calm.matches && (event.movementX || event.movementY)) later(one, SHOWN); });
  shown.push(one);
  $('cards').append(element);
  if (!calm.matches) later(one, SHOWN);
  arrange();
}
function later(one, after) {
  clearTimeout(one.timer);
  one.timer = setTimeout(() => close(one.element), after);
}
function close(element) {
  const at = shown.findIndex(one => one.element === element);
  if (at >= 0) shown.splice(at, 1);
  element?.remove();
  arrange();
}

function row(css, text) {
  return Object.assign(document.createElement('span'), { className: css, textContent: text });
}
/** The face that was rolled again, said as such. */
function struck(face) {
  const old = Object.assign(document.createElement('s'), { className: 'was', textContent: face });
  old.prepend(row('sr', 'rolled again: '));
  return old;
}
/** One check: who at whom, die, total against difficulty, outcome, effect. before: the one above it in the card, whose
 *  names are not said again. */
function check(card, short, before) {
  const box = row(`roll ${card.tone ?? ''}`, '');
  const same = before && before.who === card.who && before.target === card.target;
  if (!same) box.append(row('who', short && card.target ? `${card.who.split(',')[0]} → ${card.target}` : [card.who, card.target].filter(Boolean).join(' → ')));
  if (card.was !== undefined) box.append(struck(card.was), ' ');
  if (card.die !== undefined) box.append(row('die', card.die));
  if (card.sum) box.append(row('against', card.sum));
  if (card.outcome) box.append(row('outcome', card.outcome));
  if (card.effect) box.append(row('effect', card.effect));
  return box;
}

/** Keeps the cards at their cells while the map moves under them, inside the map's frame. None covers another, or
 *  whoever acts: older ones that find no such place are folded to “2 more”, a button below the newest. */
function arrange() {
  const more = $('cards-more');
  let all = places(0);
  if (all.some(one => one.fold)) all = places(MORE);
  for (const { element, at, fold } of all) {
    element.hidden = fold;
    element.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }
  const folded = all.filter(one => one.fold).length;
  more.hidden = !folded;
  if (!folded) return;
  const [{ at, high }] = all;
  more.textContent = `${folded} more`;
  more.style.transform = `translate(${at.x}px, ${at.y + high + 4}px)`;
}
/** Where each card goes, the newest first: {element, at: {x, y}, high, fold: whether there is no place for it}. under:
 *  so much room the newest needs below it. */
function places(under) {
  const frame = $('view').getBoundingClientRect();
  const plate = $('board').getBoundingClientRect();
  const side = CELL * zoomed();
  const box = tok => {
    const [x, y] = placeOf(tok);
    return { x: plate.left - frame.left + x * side, y: plate.top - frame.top + y * side, w: side, h: side };
  };
  // On nobody, as far as there is room: the newest chooses first.
  const others = [...document.querySelectorAll(`.tok.b${state.shown}:not(.down)`)].map(box);
  const never = [...document.querySelectorAll(`.tok.act.b${state.shown}`)].map(box);
  return [...shown].reverse().map(({ at: [x, y], element }, n) => {
    element.hidden = false;
    const { offsetWidth: w, offsetHeight: high } = element;
    const h = high + (n ? 0 : under);
    const [left, top] = [plate.left - frame.left + x * side, plate.top - frame.top + y * side];
    const middle = left + side / 2 - w / 2;
    const rows = [0, 1, 2, 3].flatMap(m => [[middle, top - h - 6 - m * side], [middle, top + side + 6 + m * side]]);
    const beside = [0, 1, 2, 3].flatMap(m => [[left + side + 6 + m * side, top], [left - w - 6 - m * side, top]]);
    const corners = [[0, 0], [frame.width, 0], [0, frame.height], [frame.width, frame.height]];
    const at = free([...rows, ...beside, ...corners], w, h, { w: frame.width, h: frame.height, top: 8, bottom: 8 }, others, never);
    const fold = n > 0 && at.bad > 0;
    if (!fold) never.push({ x: at.x, y: at.y, w, h });
    return { element, at, high, fold };
  });
}
/** The newest goes behind the others, and all have their time anew. */
function next() {
  shown.unshift(shown.pop());
  if (!calm.matches) shown.forEach(one => later(one, SHOWN));
  arrange();
}
