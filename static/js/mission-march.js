// A group moves together: all advance on a cell, or keep formation around one who leads. The server proposes a way
// for each as a ghost; each may be changed before all go. Nothing is sent before that.
import { $, cellName, onChange, placeOf, reachOf, state, token, wayTo } from './mission-state.js';
import { cellUnder, clickedAt } from './mission-camera.js';
import { complain, movePath, send } from './mission-commands.js';
import { clear } from './mission-preview.js';
import { say } from './mission-notices.js';

let group = null;               // {unit, lead, to, paths, pinned, chosen, only}: the move that is being planned
let dropped = false;
let asked = 0;                  // number of the newest question to the server

export function setUpMarch() {
  const svg = $('ghost');
  for (const id of ['march', 'marchends', 'marchpick']) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.id = id;
    svg.append(path);
  }
  $('view').addEventListener('pointermove', event => {
    if (!group || group.pinned || event.pointerType !== 'mouse') return;
    const cell = cellUnder(event.clientX, event.clientY);
    clear();
    if (cell && String(cell) !== String(group.to)) propose(cell);
  }, true);
  $('view').addEventListener('click', click, true);
  document.addEventListener('keydown', event => {
    if (!group) return;
    if (event.key === 'Escape') drop('The group stays.');
    else if (event.key === 'Enter' && group.paths && (group.pinned || String(group.to) === String(state.cursor))) go();
    else if (event.key === 'Enter' && $('view').contains(event.target)) propose([...state.cursor]);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  $('marchbar').addEventListener('click', event => {
    const what = event.target.closest('[data-march]')?.dataset.march;
    if (what === 'go') go();
    if (what === 'only') only();
    if (what === 'stop') drop('The group stays.');
  });
  onChange(() => { if (group && state.opts.turn !== group.unit && !members().length) drop(''); });
}

const members = () => (group ? (state.opts.several[group.unit] ?? []).filter(body => state.opts.reach[body]) : []);
/** Whether a group's move is being planned: then the map's own offers rest. */
export const marching = () => Boolean(group);

/** From the panel: the next cells of the map are where all go. */
export function startMarch(order) {
  begin({ unit: order.args.unit, lead: order.args.lead ?? '', basis: order.basis });
  bar(`${group.lead ? 'Keep formation' : 'All advance'}: choose a cell, or type it.`);
  $('view').focus();
  say('Choose a cell on the map, or type it.');
}
/** A typed cell: all go as the server proposes. */
export function typedMarch(x, y) {
  const { unit, lead, basis } = group;
  drop('');
  return send({ do: 'march', basis: basis ?? '', args: { unit, at: [x, y], ...(lead && { lead }) } });
}
/** From a drag of one member: the others follow it. False where it goes alone. */
export function follow(body, way) {
  const reach = state.opts.reach[body];
  const others = reach && (state.opts.several[reach.unit] ?? []).filter(other => other !== body && state.opts.reach[other]);
  if (!others?.length || way[0]?.legs === 0) return false;
  const end = way.at(-1);
  begin({ unit: reach.unit, lead: body, only: way });
  dropped = true;               // the click that ends this drag is none
  setTimeout(() => { dropped = false; });
  propose([end.x, end.y], true);
  return true;
}
function begin(what) {
  drop('');
  group = { ...what, to: null, paths: null, pinned: false, chosen: '' };
  $('view').classList.add('marching');
}

async function propose(cell, pin = false) {
  const mine = ++asked;
  const { unit, lead } = group;
  group.to = cell;
  const query = lead ? `?lead=${encodeURIComponent(lead)}` : '';
  const response = await fetch(`march/${encodeURIComponent(unit)}/${cell[0]}/${cell[1]}/${query}`).catch(() => null);
  if (mine !== asked || !group) return;
  group.paths = response?.ok ? await response.json() : {};
  if (mine !== asked || !group) return;
  group.pinned = pin;
  draw();
  const n = Object.keys(group.paths).length;
  bar(n ? `${n} go towards ${cellName(...cell)}.` : `Nobody can go nearer to ${cellName(...cell)}.`, pin && n);
  if (pin) say(`${n} of the group would go towards ${cellName(...cell)}. Enter: all go. Escape: stay.`);
}

function click(event) {
  if (!group) return;
  const cell = cellUnder(...clickedAt(event));
  event.stopPropagation();
  if (!cell || dropped) return;
  if (group.only || group.pinned) { change(cell); return; }
  const shown = group.paths && String(group.to) === String(cell);
  if (event.pointerType !== 'mouse') propose(cell, true);
  else if (shown && Object.keys(group.paths).length) go();
  else propose(cell).then(() => { if (group && Object.keys(group.paths ?? {}).length) go(); });
}

/** Of a proposal that stands: a ghost or a member is chosen, then the cell where it shall go instead. */
function change(cell) {
  if (!group.paths) return;
  const at = body => (group.paths[body] ?? [[...placeOf(token(body))]]).at(-1);
  const picked = members().find(body => String(at(body)) === String(cell));
  if (picked) {
    group.chosen = group.chosen === picked ? '' : picked;
    draw();
    say(group.chosen ? `${token(picked).getAttribute('aria-label').split(',')[0]}: choose where it goes.` : '');
    return;
  }
  if (!group.chosen) return;
  const way = reachOf(group.chosen).has(String(cell)) && wayTo(group.chosen, ...cell);
  if (!way || way.some(one => one.legs > 1)) { complain(`${cellName(...cell)} is not within one Move.`); return; }
  group.paths[group.chosen] = way.map(one => [one.x, one.y]);
  group.chosen = '';
  draw();
}

function draw() {
  const lines = [];
  const ends = [];
  for (const [body, cells] of Object.entries(group.paths)) {
    const tok = token(body);
    if (!tok || !cells.length) continue;
    lines.push([placeOf(tok), ...cells].map(([x, y], i) => `${i ? 'L' : 'M'}${x + 0.5} ${y + 0.5}`).join(''));
    ends.push(ring(...cells.at(-1)));
  }
  $('march').setAttribute('d', lines.join(''));
  $('marchends').setAttribute('d', ends.join(''));
  const chosen = group.chosen && (group.paths[group.chosen]?.at(-1) ?? placeOf(token(group.chosen)));
  $('marchpick').setAttribute('d', chosen ? ring(...chosen) : '');
}
const ring = (x, y) => `M${x + 0.5} ${y + 0.12}a.38 .38 0 1 1 -.001 0z`;

function bar(text, ready = false) {
  const box = $('marchbar');
  box.hidden = false;
  box.querySelector('.text').textContent = text;
  box.querySelector('[data-march=go]').hidden = !ready;
  const alone = box.querySelector('[data-march=only]');
  alone.hidden = !(ready && group.only);
  if (group.only) alone.textContent = `Only ${token(group.lead)?.getAttribute('aria-label').split(',')[0] ?? 'this one'}`;
}

function go() {
  const { unit, paths } = group;
  const moving = Object.fromEntries(Object.entries(paths).filter(([, cells]) => cells.length));
  const basis = state.opts.reach[Object.keys(moving)[0]]?.basis ?? '';
  drop('');
  return send({ do: 'move', basis, args: { unit, paths: moving } });
}
function only() {
  const { lead, only: way } = group;
  drop('');
  return movePath(lead, way);
}
function drop(text) {
  group = null;
  asked++;
  $('view').classList.remove('marching');
  $('marchbar').hidden = true;
  for (const id of ['march', 'marchends', 'marchpick']) $(id).setAttribute('d', '');
  clear();
  if (text) say(text);
}
