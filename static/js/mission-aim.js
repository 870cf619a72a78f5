// Aiming at a cell of the map, for what strikes a place: where it may go is lit, and over each cell stands how far it
// spreads and whom it would touch, before anything is sent. A click, a second tap or Enter does it; the cell may be typed.
import { $, board, cellName, leaves, onChange, state } from './mission-state.js';
import { complain, send } from './mission-commands.js';
import { distance } from './mission-measure.js';
import { hint } from './mission-hint.js';

// state.aiming: {order, key, label, cost, after, found: the server's answer, cells: Set}
let asked = 0;

export function setUpAim() {
  for (const id of ['struck', 'blast']) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.id = id;
    $('ghost').prepend(path);
  }
  onChange(() => {
    if (!state.aiming) return;
    const now = $(state.aiming.key)?.querySelector('[data-ask]');
    if (!now) { stopAiming(); return; }                     // no longer on offer
    state.aiming.order = JSON.parse(now.dataset.go);
    ask();                                                  // somebody may have moved
  });
  document.addEventListener('click', event => {
    const option = state.aiming && event.target.closest('#options .opt');
    if (option && option.id !== state.aiming.key) stopAiming();     // something else was chosen
  }, true);
}

/** Whether this option is aimed at a cell of the map; then aiming begins. */
export function startAiming(option) {
  const order = JSON.parse(option.dataset.go);
  const fields = JSON.parse(option.dataset.ask);
  if (order.do !== 'act' || fields.length !== 1 || fields[0].name !== 'target' || fields[0].kind !== 'cell') return false;
  state.aiming = {
    order, key: option.closest('.opt').id, label: option.querySelector('.nm').firstChild.textContent.trim(),
    cost: option.querySelector('.cost')?.textContent ?? '', after: leaves(option), found: null, cells: new Set(),
  };
  $('view').focus({ preventScroll: true });
  hint(`${state.aiming.label}: choose a cell on the map, or type it.`, stopAiming);
  told();
  ask();
  return true;
}
/** Whether there was anything to stop. */
export function stopAiming() {
  if (!state.aiming) return false;
  state.aiming = null;
  hint('');
  showBlast(null);
  told();
  return true;
}
const told = () => document.dispatchEvent(new CustomEvent('mission:aiming'));

async function ask() {
  const now = ++asked;
  const { unit, action, with: using = '' } = state.aiming.order.args;
  const answer = await fetch(`aim/${encodeURIComponent(unit)}/?${new URLSearchParams({ action, with: using })}`, { headers: { Accept: 'application/json' } }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (now !== asked || !state.aiming) return;
  if (!found?.cells) { stopAiming(); complain('That cannot be aimed now. Try again.'); return; }
  const cells = new Set();
  for (let i = 0; i < found.cells.length; i += 2) cells.add(`${found.cells[i]},${found.cells[i + 1]}`);
  Object.assign(state.aiming, { found, cells });
  told();
}

/** What aiming at a cell offers: {kind: aim, ...}, or why not. */
export function aimAt(x, y) {
  const { found, label, cells, cost, after } = state.aiming;
  if (!found) return { kind: 'no', text: 'a moment: where it may go is being worked out' };
  if (found.board !== board().key) return { kind: 'no', text: 'another map' };
  if (!cells.has(`${x},${y}`)) return { kind: 'no', text: `${cellName(x, y)} is out of reach or out of sight` };
  const touched = found.touches.filter(each => distance([x, y], [each.x, each.y]) <= found.radius);
  return {
    kind: 'aim',
    text: `${label} \u00b7 ${cellName(x, y)}`,
    notes: [found.chance && `succeeds: ${found.chance}`, ...words(found, touched, x, y), [cost, after].filter(Boolean).join(' \u00b7 ')],
    wide: found.radius,
    from: [found.x, found.y],
    blast: found.spreads ? around(x, y, found.radius) : [],
    struck: touched.map(each => [each.x, each.y]),
    run: () => {
      const { order } = state.aiming;
      stopAiming();
      return send({ ...order, args: { ...order.args, target: [x, y] } });
    },
  };
}
function words(found, touched, x, y) {
  if (!found.spreads) return [];
  if (!touched.length) return ['Nobody in sight stands there.'];
  const told = each => [`${each.name}${each.friend ? ' (your side)' : ''}`, each.chance].filter(Boolean).join(' ');
  const first = touched.sort((a, b) => distance([x, y], [a.x, a.y]) - distance([x, y], [b.x, b.y])).slice(0, 6).map(told);
  if (touched.length > 6) first.push(`and ${touched.length - 6} more`);
  return [`then ${first.join(', ')}`, touched.find(each => each.effect)?.effect];
}
function around(x, y, radius) {
  const cells = [];
  for (let ty = Math.max(0, y - radius); ty <= Math.min(board().h - 1, y + radius); ty++) {
    for (let tx = Math.max(0, x - radius); tx <= Math.min(board().w - 1, x + radius); tx++) {
      if (distance([x, y], [tx, ty]) <= radius) cells.push([tx, ty]);
    }
  }
  return cells;
}
const square = ([x, y]) => `M${x} ${y}h1v1h-1z`;
const ring = ([x, y]) => `M${x + 0.5} ${y + 0.02}a.48 .48 0 1 1 -.01 0z`;
/** Draws the area around a cell that is shown, and whom it touches; none with null. */
export function showBlast(found) {
  $('blast').setAttribute('d', (found?.blast ?? []).map(square).join(''));
  $('struck').setAttribute('d', (found?.struck ?? []).map(ring).join(''));
}

/** A typed cell: shown and done, or why not. */
export function typedAim(x, y) {
  const found = aimAt(x, y);
  if (found.run) return found.run();
  complain(`${found.text}.`);
  return Promise.resolve(false);
}
