// Planning while others act: my next turn with its points, reach and odds, asked for while the fold is open. What is
// laid is kept in this tab, and offered again, checked anew, when the turn comes.
import { $, cellName, onChange, state, tellLeaves, token, wayTo } from './mission-state.js';
import { cellUnder } from './mission-camera.js';
import { complain, movePath, press, send } from './mission-commands.js';
import { hint } from './mission-hint.js';
import { say } from './mission-notices.js';

const PAUSE = 700;              // so long nothing new may come before it is asked again, in milliseconds
let asked = 0;
let timer = 0;
let ahead = {};                 // body -> {unit, cells: Set}: where it could go
let laying = null;              // what is being laid on the map: {walk: body} or {order, label}, aimed at a cell
let shownAs = '';

export function setUpAhead() {
  const box = $('ahead');
  if (!box) return;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.id = 'aheadreach';
  $('ghost').append(path);
  box.addEventListener('toggle', refresh);
  onChange(() => { clearTimeout(timer); if (box.open) timer = setTimeout(refresh, PAUSE); planned(); });
  box.addEventListener('click', event => {
    const choice = event.target.closest('[data-plan]');
    if (!choice) return;
    const order = JSON.parse(choice.dataset.plan);
    if (order.do === 'move') { layWay(order.args.unit); return; }
    const what = { order: { do: order.do, args: order.args }, unit: order.args.unit, label: words(choice) };
    if (aimed(choice.dataset.fields)) { lay(what); return; }
    keep(what);
  });
  $('planned').addEventListener('click', event => {
    if (event.target.closest('[data-drop]')) keep(null);
    else if (event.target.closest('[data-do-plan]')) carryOut();
  });
  $('view').addEventListener('click', event => {
    if (!laying) return;
    event.stopPropagation();
    put(cellUnder(event.clientX, event.clientY));
  }, true);
  document.addEventListener('keydown', event => {
    if (!laying || !['Enter', 'Escape'].includes(event.key)) return;
    if (event.key === 'Escape') stopWay();
    else if ($('view').contains(event.target)) put([...state.cursor]);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  planned();
}
/** Whether an option is aimed at a cell of the map, and needs nothing else. */
function aimed(fields) {
  const all = JSON.parse(fields ?? '[]');
  return all.length === 1 && all[0].name === 'target' && all[0].kind === 'cell';
}
/** The cell that was chosen for what is being laid. */
function put(cell) {
  if (!cell) return;
  const { walk, ...what } = laying;
  if (!walk) keep({ ...what, cell, label: `${what.label}, ${cellName(...cell)}` });
  else if (!ahead[walk]?.cells.has(String(cell))) { say('It could not go there.'); return; }
  else {
    const name = token(walk)?.getAttribute('aria-label').split(',')[0] ?? '';
    keep({ walk: [walk, ...cell], unit: ahead[walk].unit, label: `${name} to ${cellName(...cell)}` });
  }
  stopWay();
}

const mine = () => state.opts.mine;
const place = () => `plan:${location.pathname}`;
function plan() {
  try { return JSON.parse(sessionStorage.getItem(place()) ?? 'null'); } catch { return null; }
}
function keep(what) {
  try {
    if (what) sessionStorage.setItem(place(), JSON.stringify(what));
    else sessionStorage.removeItem(place());
  } catch { /* a private window: planning needs a memory */ }
  if (what) say(`Planned: ${what.label}.`);
  shownAs = '';
  planned();
}

async function refresh() {
  const box = $('ahead');
  const now = ++asked;
  if (!box.open || mine()) { box.querySelector('.box').replaceChildren(); stopWay(); return; }
  const response = await fetch('ahead/').catch(() => null);
  if (now !== asked || !response?.ok) return;
  const found = await response.json();
  ahead = Object.fromEntries(Object.entries(found.reach).map(([body, { unit, cells }]) => [body, {
    unit, cells: new Set(cells.map(String)),
  }]));
  const page = new DOMParser().parseFromString(found.html, 'text/html');
  tellLeaves(page, found.leaves);
  for (const part of page.querySelectorAll('[id]')) part.removeAttribute('id');
  for (const part of page.querySelectorAll('[name]')) part.removeAttribute('name');
  for (const part of page.querySelectorAll('[data-key]')) part.removeAttribute('data-key');
  for (const button of page.querySelectorAll('button')) {
    const order = button.dataset.go ?? button.value;
    button.type = 'button';
    button.removeAttribute('form');
    if (button.dataset.ask) button.dataset.fields = button.dataset.ask;
    for (const name of ['ask', 'go', 'target', 'do']) delete button.dataset[name];
    if (order) button.dataset.plan = order;
  }
  const opened = [...box.querySelectorAll('.box details[open] > summary .nm')].map(name => name.textContent);
  box.querySelector('.box').replaceChildren(...page.body.children);
  for (const fold of box.querySelectorAll('.box details')) if (opened.includes(fold.querySelector('.nm')?.textContent)) fold.open = true;
}

/** `Simple Attack: Claw, Goblin 2, 64 %` of a button. */
const words = button => button.dataset.label ?? button.querySelector('.nm')?.firstChild.textContent.trim() ?? button.textContent;

function layWay(unit) {
  const walk = Object.keys(ahead).find(body => ahead[body].unit === unit);
  if (!walk) return;
  lay({ walk });
  $('aheadreach').setAttribute('d', [...ahead[walk].cells].map(cell => { const [x, y] = cell.split(','); return `M${x} ${y}h1v1h-1z`; }).join(''));
}
function lay(what) {
  stopWay();
  laying = what;
  $('view').focus();
  hint('Choose the cell on the map.', stopWay);
}
function stopWay() {
  if (laying) hint('');
  laying = null;
  $('aheadreach').setAttribute('d', '');
}

// --- when the turn comes
/** The button of the panel that does what was planned, or asks for what it needs besides, if it is on offer. */
function offered({ order }) {
  if (!order) return null;
  const wanted = JSON.stringify([order.do, sorted(order.args)]);
  return [...document.querySelectorAll('#options :is(button[name=go], [data-go])')].find(button => {
    const { do: what, args } = JSON.parse(button.dataset.go ?? button.value);
    return JSON.stringify([what, sorted(args)]) === wanted;
  }) ?? null;
}
/** Whether a planned unit's turn has come. */
const due = what => mine() && state.opts.turn === what.unit;
const sorted = args => Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));

function planned() {
  const box = $('planned');
  const what = plan();
  const now = what && due(what);
  const can = now && (what.walk ? wayTo(what.walk[0], what.walk[1], what.walk[2]) : offered(what));
  const key = JSON.stringify([what, now, Boolean(can)]);
  if (key === shownAs) return;
  shownAs = key;
  box.hidden = !what;
  if (!what) return;
  const chance = can?.dataset?.chance ? ` · ${can.dataset.chance}` : '';
  box.querySelector('.text').textContent = now && !can ? `Planned, and not possible now: ${what.label}` : `Planned: ${what.label}${chance}`;
  box.querySelector('[data-do-plan]').hidden = !can;
}
/** What was aimed at a cell is asked for again first: whether it may still go there. */
async function aimAtPlanned({ cell }, button) {
  const order = JSON.parse(button.dataset.go);
  const { unit, action, with: using = '' } = order.args;
  const answer = await fetch(`aim/${encodeURIComponent(unit)}/?${new URLSearchParams({ action, with: using })}`).catch(() => null);
  const flat = answer?.ok ? (await answer.json()).cells : [];
  // What has no cells to aim at, as a sprint or an order to a pet, is sent as it is: the answer says what is wrong.
  const within = !flat || flat.some((x, i) => i % 2 === 0 && x === cell[0] && flat[i + 1] === cell[1]);
  if (within) send({ ...order, args: { ...order.args, target: cell } });
  else complain(`${cellName(...cell)} is out of reach or out of sight now.`);
  if (within) keep(null);
}
function carryOut() {
  const what = plan();
  const button = what && offered(what);
  if (what?.walk) {
    const way = wayTo(...what.walk);
    if (way) movePath(what.walk[0], way);
  } else if (button && what.cell) { aimAtPlanned(what, button); return; }
  else if (button?.name === 'go') press(button);
  else button?.click();         // it asks for what it needs besides
  keep(null);
}
