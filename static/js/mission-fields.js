// What an option asks for besides its target ("Aimed at"): one box over the actions while that option is open. It
// stands outside what the server sends, so an update leaves in it what is typed. A long list is fetched when its field
// is shown: it may be more than all the rest of the panel.
import { $, actingToken, board, boardOf, onChange, readCell, state } from './mission-state.js';
import { complain, onPress } from './mission-commands.js';

let about = '';                 // id of the option that the box is for

export function setUpFields() {
  document.addEventListener('toggle', ({ target }) => {
    if (target.name !== 'act') return;
    if (target.open) reveal(target);
    show();
  }, true);
  $('aims').addEventListener('click', ({ target }) => {
    const chip = target.closest('[data-fill]');
    if (!chip) return;
    const input = $(chip.dataset.fill);
    input.value = input.value === chip.textContent ? '' : chip.textContent;
    mark();
  });
  $('aims').addEventListener('input', mark);
  onChange(show);
  onPress((order, button) => {
    const option = button.closest('details[data-aims]');
    if (option && option.id === about) Object.assign(order.args, typed($('aims')));
  });
  show();
}

/** An option that opens at the lower rim shows its targets, but never so many that its head is gone. */
function reveal(option) {
  const row = option.closest('li') ?? option;
  const panel = row.closest('.scroll');
  row.scrollIntoView({ block: panel && row.offsetHeight > panel.clientHeight ? 'start' : 'nearest' });
}

function show() {
  const box = $('aims');
  const option = document.querySelector('#options details[data-aims][open]');
  box.hidden = !option;
  if (!option) { about = ''; return; }
  if (option.id === about) return;
  about = option.id;
  const fields = JSON.parse(option.dataset.aims);
  const name = option.querySelector('summary .nm').firstChild.textContent.trim();
  box.querySelector('.about').textContent = [name, ...fields.map(field => field.label)].join(' \u00b7 ');
  box.querySelector('.fieldset').replaceChildren(...fields.map(field => made(field, 'aim')));
  box.scrollIntoView({ block: 'nearest' });
}
function mark() {
  for (const chip of $('aims').querySelectorAll('[data-fill]')) chip.setAttribute('aria-pressed', $(chip.dataset.fill).value === chip.textContent);
}
const typed = box => Object.fromEntries(Object.entries(values(box)).filter(([, value]) => value !== ''));

/** The row of a field: its label, its input, and for a text what is often typed. */
export function made(field, prefix = 'ask') {
  const row = Object.assign(document.createElement('p'), { className: 'field' });
  const listed = field.kind === 'choice';
  const input = document.createElement(listed ? 'select' : 'input');
  input.id = `${prefix}-${field.name}`;
  input.dataset.field = field.name;
  input.dataset.kind = field.kind ?? 'text';
  if (listed) list(input, field);
  else { input.value = field.value ?? ''; input.autocomplete = 'off'; }
  if (field.kind === 'number') input.inputMode = 'numeric';
  if (field.kind === 'cell') input.dataset.board = field.board || onBoard();
  if (field.limit && field.kind !== 'number') input.maxLength = field.limit;
  row.append(Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: field.label }));
  if (!listed) {
    for (const [, label] of field.choices ?? []) {
      const chip = Object.assign(document.createElement('button'), { type: 'button', className: 'chip', textContent: label });
      chip.dataset.fill = input.id;
      chip.setAttribute('aria-pressed', 'false');
      row.append(chip);
    }
  }
  if (field.help && !listed && field.choices) input.placeholder = field.help;
  row.append(input);
  if (field.kind === 'cell') row.append(pick(input));
  if (field.help && !input.placeholder) row.append(Object.assign(document.createElement('small'), { textContent: field.help }));
  return row;
}

async function list(input, { choices = [], value: chosen }) {
  const far = !Array.isArray(choices);
  if (far) {
    const answer = await fetch(`choices/?${new URLSearchParams(choices)}`, { headers: { Accept: 'application/json' } }).catch(() => null);
    if (!answer?.ok) { complain('Not connected: the list is missing.'); return; }
    choices = await answer.json();
  }
  for (const [value, label] of choices) input.add(new Option(label, value, value === chosen, value === chosen));
  if (far) input.dispatchEvent(new Event('change', { bubbles: true }));       // what else is asked for may hang on it
}

/** The board on which whoever acts stands: a cell that is typed is meant there, whichever board is shown. */
const onBoard = () => { const tok = actingToken(); return state.boards[tok ? boardOf(tok) : state.shown]?.key ?? ''; };
/** The board that the cell of an input is on. */
export const boardOfField = input => state.boards.find(one => one.key === input.dataset.board) ?? board();
const cellOf = input => readCell(input.value, boardOfField(input));
/** What is typed in `box` as a cell and is none: why it cannot be sent, or empty. */
export function misread(box) {
  for (const input of box.querySelectorAll('[data-kind=cell]')) {
    const text = input.value.trim();
    if (text && !cellOf(input)) return `${text} is no cell of “${boardOfField(input).name}”. Type one such as F8, or choose it on the map.`;
  }
  return '';
}

/** The button that lets the cell of an input be chosen on the map. */
function pick(input) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'pick', textContent: 'On the map' });
  button.dataset.pick = input.id;
  return button;
}

/** {name: value} of the fields in `box`, numbers as numbers, cells as [x, y]. */
export function values(box) {
  const found = {};
  for (const input of box.querySelectorAll('[data-field]')) {
    const text = input.value.trim();
    const [name, member] = input.dataset.field.split('/');
    if (member) {
      if (text) (found[name] ??= {})[member] = input.dataset.kind === 'number' && Number.isInteger(+text) ? +text : text;
      continue;
    }
    if (input.dataset.kind === 'number') { if (text !== '' && Number.isInteger(+text)) found[input.dataset.field] = +text; }
    else if (input.dataset.kind === 'cell') { const cell = cellOf(input); if (cell) found[input.dataset.field] = cell; }
    else found[input.dataset.field] = text;
  }
  return found;
}
