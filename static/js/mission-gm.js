// The GM's hands: what the menu's lines do, and the windows that they open. A page without them (a player's)
// has no part in it. Nothing in a window is touched by an update.
import { $, cellName, readCell, state } from './mission-state.js';
import { complain, send } from './mission-commands.js';
import { startTaking } from './mission-panels.js';
import { cellUnder } from './mission-camera.js';
import { hint } from './mission-hint.js';
import { onRuling, put, setUpMenu } from './mission-menu.js';
import { moveRow } from './mission-table.js';
import { point } from './mission-ping.js';
import { setUpAmending } from './mission-amend.js';
import { NOTED, openNote } from './mission-cellnotes.js';
import { described, setUpGoals, settled } from './mission-goals.js';
import { SKILLS, setUpSkills } from './mission-skills.js';
import { BETWEEN, openMerge, openSplit, setUpBetween } from './mission-between.js';

export { openMenu } from './mission-menu.js';

export const rule = args => send({ do: 'rule', basis: '', args });
let target = null;              // what the open window is about

export function setUpRulings() {
  if (!$('menu')) return;
  setUpMenu();
  setUpPlacing();
  setUpAmending();
  setUpGoals();
  setUpSkills();
  setUpBetween();
  $('free').addEventListener('change', event => $('board').classList.toggle('free', event.target.checked));
  document.addEventListener('click', event => {
    const number = event.target.closest('[data-set]');
    if (number) openSet(number.dataset.set, number.dataset.label, number.dataset.value, number.getBoundingClientRect());
    if (event.target.closest('[data-add]')) openAdd();
  });
  document.addEventListener('submit', event => {
    const hand = event.target.dataset.hand;
    if (!HANDS[hand]) return;
    const dialog = event.target.closest('dialog');
    const chosen = event.submitter?.value ?? 'send';
    if (!dialog) { event.preventDefault(); event.target.parentElement.hidePopover(); }
    if (chosen === 'send' || !dialog) HANDS[hand](event.target.elements, event.target);
  });
  rulings();
}

// --- the lines of the menu
function rulings() {
  for (const name of ['hide', 'reveal', 'knock_out', 'revive']) onRuling(name, ({ body }) => rule({ [name]: body }));
  onRuling('hp', ({ body, name, at }, typed) => {
    const value = document.querySelector(`[data-set="${CSS.escape(`${body}.hp`)}"]`)?.dataset.value ?? '';
    openSet(`${body}.hp`, `${name}: HP`, value, { left: at[0], bottom: at[1] }, typed);
  });
  onRuling('sheet', ({ body }) => document.dispatchEvent(new CustomEvent('mission:inspect', { detail: body })));
  onRuling('take', ({ body }) => startTaking(body));
  onRuling('skip', ({ unit }) => rule({ skip: unit }));
  onRuling('ruled', ({ unit }) => rule({ unit, ruled: true }));
  onRuling('lay', ({ body, name }) => openWindow('laydlg', `Modifier: ${name}`, `body:${body}`));
  onRuling('laynext', ({ unit, name }) => openWindow('laydlg', `Modifier on the next check: ${name}`, `next:${unit}`));
  onRuling('cell', ({ cell, name }) => openWindow('laydlg', `Modifier: cell ${name}`, `cell:${cell.join(':')}`));
  onRuling('note', about => openNote(about, openWindow));
  onRuling('seen', seen);
  onRuling('status', ({ body, name, button }) => {
    const on = button.dataset.statuses.split(' ');
    openWindow('statusdlg', `Statuses: ${name}`, { body, on });
    for (const box of $('statusdlg').querySelectorAll('[name=status]')) box.checked = on.includes(box.value);
  });
  onRuling('control', ({ unit, name, button }) => {
    openWindow('controldlg', `Who plays ${name}?`, { unit, seat: button.dataset.seat });
    for (const box of $('controldlg').querySelectorAll('[name=seat]')) box.checked = box.value === button.dataset.seat;
  });
  onRuling('refund', refund);
  onRuling('earlier', ({ unit }) => moveRow(unit, -1));
  onRuling('later', ({ unit }) => moveRow(unit, 1));
  onRuling('split', about => openSplit(about, openWindow));
  onRuling('merge', about => openMerge(about, openWindow));
  onRuling('copy', ({ body, name }) => openAdd({ like: body, name }));
  onRuling('addhere', ({ cell }) => openAdd({ cell }));
  onRuling('remove', remove);
  onRuling('ping', ({ cell }) => point(...cell.slice(1)));
  onRuling('spot', ({ cell }) => point(...cell.slice(1), true));
}

let doomed = '';
/** A body that is one of several goes alone; asked twice, since it cannot come back but by a rewind. */
function remove({ body, unit, name, button }) {
  if (doomed !== body) {
    doomed = body;
    complain(`Choose Remove again to take ${name} out of the Mission.`);
    setTimeout(() => { doomed = ''; }, 6000);
    return;
  }
  doomed = '';
  send({ do: 'leave', basis: '', args: +button.dataset.many > 1 ? { unit, body } : { unit } });
}

function seen({ body, name, button }) {
  const from = button.dataset.from.split(' ').filter(Boolean);
  openWindow('seendlg', `Who sees ${name}?`, { body, hidden: from.length > 0 });
  for (const box of $('seendlg').querySelectorAll('[name=seat]')) box.checked = !from.includes('*') && !from.includes(box.value);
}

function refund({ unit, name, button }) {
  openWindow('refunddlg', `Refund: ${name}`, unit);
  $('refunddlg').querySelector('.pools').replaceChildren(...JSON.parse(button.dataset.points).map(([key, label, left, of]) => {
    const row = Object.assign(document.createElement('p'), { className: 'field' });
    const input = Object.assign(document.createElement('input'), { id: `refund-${key}`, type: 'number', inputMode: 'numeric', min: -99, max: 99 });
    input.dataset.pool = key;
    row.append(Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: `${label} (${left} of ${of})` }), input);
    return row;
  }));
  $('refunddlg').querySelector('input')?.focus();
}

// --- windows
export function openWindow(id, title, about) {
  target = about;
  const dialog = $(id);
  if (title) dialog.querySelector('h2').textContent = title;
  dialog.querySelector('form').reset();
  dialog.returnValue = '';
  dialog.showModal();
  dialog.querySelector('input:not([type=hidden]), select')?.focus();
}

/** The field for a number, where the number stands. */
function openSet(path, label, value, box, typed = '') {
  const window = $('setdlg');
  window.querySelector('form').reset();
  target = path;
  window.querySelector('h2').textContent = `${label} (${value})`;
  window.showPopover();
  put(window, box.left, box.bottom + 4);
  const field = $('set-value');
  field.value = typed;
  field.focus();
}

/** `-7`, `+3` and `=12` stay texts, which change what stands; a bare number sets it. */
export function amount(text) {
  const plain = text.replace(/\s/g, '').replace('\u2212', '-');
  return /^[0-9]+$/.test(plain) ? +plain : plain;
}
const ticked = (form, name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map(box => box.value);

const HANDS = {
  set: ({ value, reason, secret }) => rule({ set: { [target]: amount(value.value) }, reason: reason.value, secret: secret.checked }),
  lay: ({ value, label, applies, rounds, secret }) => {
    const args = { on: target, label: label.value, value: Number(amount(value.value)), applies: applies.value, secret: secret.checked };
    if (+rounds.value > 0) args.rounds = +rounds.value;
    return send({ do: 'lay', basis: '', args });
  },
  seen: (_, form) => {
    const all = [...form.querySelectorAll('[name=seat]')].map(box => box.value);
    const sees = ticked(form, 'seat');
    if (sees.length === all.length) return target.hidden ? rule({ reveal: target.body }) : null;
    return rule(sees.length ? { hide: target.body, to: all.filter(seat => !sees.includes(seat)) } : { hide: target.body });
  },
  status: async ({ reason, secret }, form) => {
    const now = ticked(form, 'status');
    const { body, on } = target;
    const told = { reason: reason.value, secret: secret.checked };
    for (const key of now) if (!on.includes(key)) await rule({ status: { body, key, on: true }, ...told });
    for (const key of on) if (key && !now.includes(key)) await rule({ status: { body, key, on: false }, ...told });
    const words = form.elements.words?.value.trim();
    if (words) await rule({ status: { body, key: words, on: true }, ...told });
  },
  control: ({ seat }) => (seat.value && seat.value !== target.seat ? send({ do: 'control', basis: '', args: { unit: target.unit, seat: seat.value } }) : null),
  refund: ({ reason, secret }, form) => {
    const points = {};
    for (const input of form.querySelectorAll('[data-pool]')) if (+input.value) points[input.dataset.pool] = +input.value;
    return Object.keys(points).length ? rule({ refund: points, unit: target, reason: reason.value, secret: secret.checked }) : null;
  },
  add: ({ what, count, name, side, shape, hidden, owner }) => {
    const [kind, key] = what.value.split(/:(.*)/s);
    const args = { [kind]: kind === 'tough' ? +key : key, count: +count.value, shape: shape.value };
    if (name.value.trim()) args.name = name.value.trim();
    if (side.value) args.side = side.value;
    if (hidden.checked) args.hidden = true;
    if (owned(what) && owner.value) args.owner = owner.value;
    if (target?.cell) return muster(args, target.cell);
    placing = args;
    $('view').classList.add('placing');
    $('view').focus();
    return hint('Choose the cell where they stand.', unplace);
  },
  goal: (fields, form) => send({ do: 'set_objective', basis: '', args: { objective: described(fields, ticked(form, 'recipient')) } }),
  story: ({ text, notes }) => send({ do: 'set_scenario', basis: '', args: { text: text.value, notes: notes.value } }),
  ...BETWEEN,
  ...NOTED,
  ...SKILLS,
  end: async ({ outcome }, form) => {
    const settle = settled(form);
    if (Object.keys(settle).length && !await rule({ settle })) return null;
    return send({ do: 'end_mission', basis: '', args: { outcome: outcome.value } });
  },
};

// --- adding units: the window says what, the next cell says where
let placing = null;
// What belongs to somebody has an owner; copies and whatever stands for itself have none.
const owned = what => !['', 'mob', 'character'].includes(what.selectedOptions[0]?.dataset.kind ?? '');
function offerOwners() {
  const select = $('add-owner');
  const units = [...document.querySelectorAll('#units .unit')];
  select.replaceChildren(new Option('nobody', ''), ...units.map(card => new Option(card.querySelector('.nm').firstChild.textContent, card.dataset.unit)));
  select.closest('p').hidden = !owned($('add-what'));
}
function openAdd({ like = '', name = '', cell = null } = {}) {
  openWindow('adddlg', '', { cell });
  const what = $('add-what');
  what.querySelector('[data-like]')?.remove();
  if (like) {
    const option = new Option(`like ${name}`, `like:${like}`, true, true);
    option.dataset.like = '1';
    what.prepend(option);
    what.value = `like:${like}`;
  }
  offerOwners();
  $('adddlg').querySelector('button.primary').textContent = cell ? `Add at ${cellName(cell[1], cell[2])}` : 'Choose the cell';
  $('add-count').focus();
  $('add-count').select();
}
function unplace() {
  placing = null;
  $('view').classList.remove('placing');
}
function muster(args, [board, x, y]) {
  unplace();
  hint('');
  return send({ do: 'muster', basis: '', args: { ...args, board, at: [x, y] } });
}
const here = cell => [state.boards[state.shown].key, ...cell];

function setUpPlacing() {
  $('add-what').addEventListener('change', event => { $('add-owner').closest('p').hidden = !owned(event.target); });
  $('stage').addEventListener('click', event => {
    if (!placing || !$('view').contains(event.target)) return;
    const cell = cellUnder(event.clientX, event.clientY);
    event.stopPropagation();
    if (cell) muster(placing, here(cell));
  }, true);
  document.addEventListener('keydown', event => {
    if (!placing) return;
    if (event.key === 'Escape') { unplace(); hint(''); } else if (event.key !== 'Enter' || !$('view').contains(event.target)) return;
    else muster(placing, here(state.cursor));
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  // Typed cells work too, for whoever cannot point.
  $('goto')?.addEventListener('submit', event => {
    const cell = placing && readCell($('goto').elements.cell.value);
    if (cell) { event.preventDefault(); event.stopImmediatePropagation(); muster(placing, here(cell)); }
  }, true);
}
