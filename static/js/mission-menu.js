// The GM's menu on a token, on a row of the turn order and on a cell: right click, a finger that rests, or the
// menu key at the cursor. While it is open a digit or a sign begins to change the hit points.
import { $, cellName, state, token, tokenAt, typing } from './mission-state.js';
import { cellUnder } from './mission-camera.js';
import { isMob, mergers } from './mission-between.js';

const HELD = 550;               // a finger that rests this long on bare ground, in milliseconds
let subject = null;             // {body, unit, name, button} or {cell: [board, x, y], name}
const doing = {};               // ruling -> what it does, given by mission-gm.js

export const onRuling = (name, act) => { doing[name] = act; };
export const handle = body => document.querySelector(`[data-menu="${CSS.escape(body)}"]`);

export function setUpMenu() {
  const menu = $('menu');
  menu.addEventListener('click', event => { const item = event.target.closest('[data-rule]'); if (item) choose(item.dataset.rule); });
  menu.addEventListener('keydown', keys);
  addEventListener('resize', () => { if (menu.matches(':popover-open')) put(menu, menu.offsetLeft, menu.offsetTop); });
  document.addEventListener('pointerdown', event => { if (!menu.contains(event.target)) menu.hidePopover(); }, true);
  document.addEventListener('click', event => {
    const more = event.target.closest('[data-menu]');
    if (more) { const box = more.getBoundingClientRect(); openMenu(more.dataset.menu, box.left, box.bottom); }
  });
  $('view').addEventListener('contextmenu', event => {
    if (event.target.closest('.tok') || busy()) return;
    event.preventDefault();
    openCell(cellUnder(event.clientX, event.clientY), event.clientX, event.clientY);
  }, true);
  $('turns').addEventListener('contextmenu', event => {
    const row = event.target.closest('button');
    const body = row && (row.dataset.focus || document.querySelector(`[data-of="${CSS.escape(row.dataset.unit)}"]`)?.dataset.menu);
    if (body && openMenu(body, event.clientX, event.clientY)) event.preventDefault();
  });
  document.addEventListener('keydown', event => {
    if (event.key !== 'ContextMenu' && !(event.shiftKey && event.key === 'F10')) return;
    const row = event.target.closest('#turns button');
    if (typing(event.target) || !(row || event.target === document.body || $('view').contains(event.target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (row) { const box = row.getBoundingClientRect(); openMenu(row.dataset.focus, box.left, box.bottom); } else atCursor();
  }, true);
  rests();
}

const busy = () => $('board').classList.contains('dragging') || Boolean(state.taking);

/** A finger that rests on bare ground opens the cell's menu; on a token mission-pointer.js does it. */
function rests() {
  const view = $('view');
  let timer = 0;
  let from = null;
  const stop = () => clearTimeout(timer);
  view.addEventListener('pointerdown', event => {
    stop();
    if (event.pointerType === 'mouse' || !event.isPrimary || event.target.closest('.tok')) return;
    from = [event.clientX, event.clientY];
    timer = setTimeout(() => openCell(cellUnder(...from), ...from), HELD);
  });
  view.addEventListener('pointermove', event => { if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 8) stop(); });
  for (const name of ['pointerup', 'pointercancel', 'scroll']) view.addEventListener(name, stop);
}

function atCursor() {
  const [x, y] = state.cursor;
  const tok = tokenAt(x, y);
  const mark = (tok ?? $('cursor')).getBoundingClientRect();
  if (tok) openMenu(tok.dataset.body, mark.right, mark.top);
  else openCell([x, y], mark.right, mark.top);
}

/** Opens the menu for a body at a point of the window; false where there is no menu or no such body. */
export function openMenu(body, x, y) {
  const button = body && handle(body);
  if (!$('menu') || !button) return false;
  const { of: unit, name, hidden, down } = button.dataset;
  const inOrder = Boolean(document.querySelector(`#turns [data-unit="${CSS.escape(unit)}"]`));
  subject = { body, unit, name, button };
  return open('body', name, x, y, {
    hide: !hidden, reveal: Boolean(hidden), knock_out: !down, revive: Boolean(down),
    split: isMob(unit) && +button.dataset.many > 1, merge: mergers(unit).length > 0, earlier: inOrder, later: inOrder, skip: inOrder, refund: JSON.parse(button.dataset.points).length > 0,
  });
}
function openCell(cell, x, y) {
  if (!cell) return false;
  const board = state.boards[state.shown]?.key;
  subject = { cell: [board, ...cell], name: cellName(...cell) };
  return open('cell', subject.name, x, y, {});
}

function open(kind, name, x, y, shown) {
  const menu = $('menu');
  menu.querySelector('.about').textContent = name;
  for (const item of menu.querySelectorAll('[data-rule]')) item.hidden = item.dataset.for !== kind || !(shown[item.dataset.rule] ?? true);
  menu.showPopover();
  put(menu, x, y);
  menu.scrollTop = 0;
  menu.querySelector('[role=menuitem]:not([hidden])').focus();
  return true;
}

/** Puts a window at a point, whole inside the window's frame. */
export function put(box, x, y) {
  box.style.left = `${Math.max(8, Math.min(x, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(y, innerHeight - box.offsetHeight - 8))}px`;
}

function keys(event) {
  const menu = $('menu');
  if (event.key === 'Escape') { event.stopPropagation(); menu.hidePopover(); $('view').focus(); return; }
  if (subject?.body && /^[-+=0-9\u2212]$/.test(event.key) && !event.ctrlKey && !event.altKey) {
    event.preventDefault();
    choose('hp', event.key);
    return;
  }
  const all = [...menu.querySelectorAll('[role=menuitem]:not([hidden])')];
  const at = all.indexOf(document.activeElement);
  const columns = getComputedStyle(menu.querySelector('[role=menu]')).gridTemplateColumns.split(' ').length;
  const step = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1, Home: -at, End: all.length - 1 - at }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  all[(at + step + all.length) % all.length].focus();
}

function choose(what, ...more) {
  const box = $('menu').getBoundingClientRect();
  $('menu').hidePopover();
  doing[what]?.({ ...subject, at: [box.left, box.top] }, ...more);
}
