// The GM's hands: the menu of a body, numbers set in place, modifiers, objectives, the end. A page without
// these windows (a player's) has no part in it.
import { $, state, token } from './mission-state.js';
import { send } from './mission-commands.js';
import { startTaking } from './mission-panels.js';

export function setUpRulings() {
  if (!$('menu')) return;
  $('free').addEventListener('change', event => $('board').classList.toggle('free', event.target.checked));
  $('menu').addEventListener('click', event => { const item = event.target.closest('[data-rule]'); if (item) rule(item.dataset.rule); });
  $('menu').addEventListener('keydown', arrows);
  document.addEventListener('pointerdown', closeFromOutside, true);
  document.addEventListener('click', event => {
    const more = event.target.closest('[data-menu]');
    if (more) { const box = more.getBoundingClientRect(); openMenu(more.dataset.menu, box.left, box.bottom, more); }
    const number = event.target.closest('[data-set]');
    if (number) openSet(number.dataset.set, number.dataset.label, number.dataset.value);
  });
  for (const [id, done] of Object.entries(WINDOWS)) {
    const dialog = $(id);
    dialog.addEventListener('close', () => { if (dialog.returnValue === 'send') done(dialog.querySelector('form').elements); });
  }
}

// --- the menu
let subject = null;             // {body, unit}
/** Opens the menu for a body at a point of the window; false where there is no menu or no such unit. */
export function openMenu(body, x, y, button = document.querySelector(`[data-menu="${CSS.escape(body)}"]`)) {
  const menu = $('menu');
  if (!menu || !button) return false;
  subject = { body, unit: button.dataset.of };
  menu.querySelector('.name').textContent = nameOf(body, button);
  show('hide', !button.dataset.hidden);
  show('reveal', button.dataset.hidden);
  show('knock_out', !button.dataset.down);
  show('revive', button.dataset.down);
  menu.showPopover();
  const width = menu.offsetWidth;
  const height = menu.offsetHeight;
  menu.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
  menu.querySelector('[role=menuitem]:not([hidden])').focus();
  return true;
}
const show = (name, on) => { $('menu').querySelector(`[data-rule=${name}]`).hidden = !on; };
const nameOf = (body, button) => button.getAttribute('aria-label').replace(/^Rule on /, '') || token(body)?.getAttribute('aria-label') || body;

// Not an `auto` popover: the finger that opened it by resting would close it by lifting.
function closeFromOutside(event) { if (!$('menu').contains(event.target)) $('menu').hidePopover(); }

function arrows(event) {
  if (event.key === 'Escape') { event.stopPropagation(); $('menu').hidePopover(); $('view').focus(); return; }
  if (!['ArrowUp', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  const all = [...$('menu').querySelectorAll('[role=menuitem]:not([hidden])')];
  all[(all.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length].focus();
}

function rule(what) {
  const { body, unit } = subject;
  const name = $('menu').querySelector('.name').textContent;
  $('menu').hidePopover();
  const order = args => send({ do: 'rule', basis: '', args });
  if (what === 'take') startTaking(body);
  else if (what === 'hp') openSet(`${body}.hp`, `${name}: HP`, document.querySelector(`[data-set="${CSS.escape(`${body}.hp`)}"]`)?.dataset.value ?? '');
  else if (what === 'lay') openLay(`body:${body}`, name);
  else if (what === 'laynext') openLay(`next:${unit}`, name);
  else if (what === 'ruled') order({ unit, ruled: true });
  else if (what === 'skip') order({ skip: unit });
  else order({ [what]: body });
}

// --- windows
let target = '';
function openSet(path, label, value) {
  target = path;
  open('setdlg', `${label} (${value})`);
}
function openLay(on, name) {
  target = on;
  open('laydlg', `Modifier: ${name}`);
}
function open(id, title) {
  const dialog = $(id);
  dialog.querySelector('h2').textContent = title;
  dialog.querySelector('form').reset();
  dialog.returnValue = '';
  dialog.showModal();
  dialog.querySelector('input').focus();
}

/** `-7`, `+3` and `=12` stay texts, which change what stands; a bare number sets it. */
function amount(text) {
  const plain = text.replace(/\s/g, '').replace('\u2212', '-');
  return /^[0-9]+$/.test(plain) ? +plain : plain;
}

const WINDOWS = {
  setdlg: ({ value, reason, secret }) =>
    send({ do: 'rule', basis: '', args: { set: { [target]: amount(value.value) }, reason: reason.value, secret: secret.checked } }),
  laydlg: ({ value, label, applies, rounds, secret }) => {
    const args = { on: target, label: label.value, value: Number(amount(value.value)), applies: applies.value, secret: secret.checked };
    if (+rounds.value > 0) args.rounds = +rounds.value;
    send({ do: 'lay', basis: '', args });
  },
  goaldlg: ({ title, text, kind, xp, public: all, recipient }) => {
    const known = [recipient ?? []].flat().length ? [...(recipient.length ? recipient : [recipient])] : [];
    send({ do: 'set_objective', basis: '', args: { objective: {
      key: `goal-${Math.random().toString(36).slice(2, 10)}`, title: title.value, text: text.value, kind: kind.value,
      xp: Number.isInteger(+xp.value) ? +xp.value : 10, public: all.checked,
      recipients: known.filter(box => box.checked).map(box => box.value),
    } } });
  },
  enddlg: ({ outcome }) => send({ do: 'end_mission', basis: '', args: { outcome: outcome.value } }),
};
