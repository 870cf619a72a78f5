// Planning while others act: my next turn with its points, reach and odds, asked for while the fold is open. What is
// laid is kept in this tab, and offered again, checked anew, when the turn comes.
import { $, cellName, onChange, state, tellLeaves, token, wayTo } from './mission-state.js';
import { cellUnder } from './mission-camera.js';
import { movePath, press } from './mission-commands.js';
import { say } from './mission-notices.js';

const PAUSE = 700;              // so long nothing new may come before it is asked again, in milliseconds
let asked = 0;
let timer = 0;
let ahead = {};                 // body -> {unit, cells: Set}: where it could go
let walking = '';               // the body whose way is being laid
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
    keep({ order: { do: order.do, args: order.args }, label: words(choice) });
  });
  $('planned').addEventListener('click', event => {
    if (event.target.closest('[data-drop]')) keep(null);
    else if (event.target.closest('[data-do-plan]')) carryOut();
  });
  $('view').addEventListener('click', event => {
    if (!walking) return;
    const cell = cellUnder(event.clientX, event.clientY);
    event.stopPropagation();
    if (!cell || !ahead[walking]?.cells.has(String(cell))) { say('It could not go there.'); return; }
    const name = token(walking)?.getAttribute('aria-label').split(',')[0] ?? '';
    keep({ walk: [walking, ...cell], unit: ahead[walking].unit, label: `${name} to ${cellName(...cell)}` });
    stopWay();
  }, true);
  planned();
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
    for (const name of ['ask', 'go', 'target', 'do']) delete button.dataset[name];
    if (order) button.dataset.plan = order;
  }
  const opened = [...box.querySelectorAll('.box details[open] > summary .nm')].map(name => name.textContent);
  box.querySelector('.box').replaceChildren(...page.body.children);
  for (const fold of box.querySelectorAll('.box details')) if (opened.includes(fold.querySelector('.nm')?.textContent)) fold.open = true;
}

/** `Simple Attack: Claw, Goblin 2, 64 %` of a button. */
const words = button => button.dataset.label ?? button.querySelector('.nm')?.textContent ?? button.textContent;

function layWay(unit) {
  walking = Object.keys(ahead).find(body => ahead[body].unit === unit) ?? '';
  if (!walking) return;
  $('aheadreach').setAttribute('d', [...ahead[walking].cells].map(cell => { const [x, y] = cell.split(','); return `M${x} ${y}h1v1h-1z`; }).join(''));
  $('view').focus();
  say('Choose the cell on the map.');
}
function stopWay() {
  walking = '';
  $('aheadreach').setAttribute('d', '');
}

// --- when the turn comes
/** The button of the panel that does what was planned, if it is on offer. */
function offered({ order }) {
  if (!order) return null;
  const wanted = JSON.stringify([order.do, sorted(order.args)]);
  return [...document.querySelectorAll('#options button[name=go]')].find(button => {
    const { do: what, args } = JSON.parse(button.value);
    return JSON.stringify([what, sorted(args)]) === wanted;
  }) ?? null;
}
const sorted = args => Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));

function planned() {
  const box = $('planned');
  const what = plan();
  const can = what && mine() && (what.walk ? wayTo(what.walk[0], what.walk[1], what.walk[2]) : offered(what));
  const key = JSON.stringify([what, mine(), Boolean(can)]);
  if (key === shownAs) return;
  shownAs = key;
  box.hidden = !what;
  if (!what) return;
  const chance = can?.dataset?.chance ? ` · ${can.dataset.chance}` : '';
  box.querySelector('.text').textContent = mine() && !can ? `Planned, and not possible now: ${what.label}` : `Planned: ${what.label}${chance}`;
  box.querySelector('[data-do-plan]').hidden = !can;
}
function carryOut() {
  const what = plan();
  const button = what && offered(what);
  if (what?.walk) {
    const way = wayTo(...what.walk);
    if (way) movePath(what.walk[0], way);
  } else if (button) press(button);
  keep(null);
}
