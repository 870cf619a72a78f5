// A resolved check amended from its line in the log: its dice, a modifier, the difficulty, the outcome. Everything
// later is decided again with the same dice; what hinders that is said in the window, with the rewind beside it.
import { $ } from './mission-state.js';
import { complain, send } from './mission-commands.js';
import { amount, openWindow } from './mission-gm.js';

let target = null;              // {row, before, draws}

export function setUpAmending() {
  const dialog = $('amenddlg');
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-amend]');
    if (button) openAmend(button);
    const die = event.target.closest('#log .term');
    if (die && isDie(die)) openAmend(die.closest('details').querySelector('[data-amend]'), die);
  });
  $('log').addEventListener('contextmenu', event => {
    const button = event.target.closest('li')?.querySelector('[data-amend]');
    if (button) { event.preventDefault(); openAmend(button); }
  });
  dialog.querySelector('form').addEventListener('submit', event => {
    const chosen = event.submitter?.value ?? 'send';
    if (chosen === 'cancel') return;
    event.preventDefault();
    amend(chosen, dialog);
  });
}
/** `3 d10`: a term that is one die. */
const isDie = term => /\sd\d+$/.test(term.textContent.trim());

async function openAmend(button, die = null) {
  if (!button) return;
  const row = +button.dataset.amend;
  const words = button.closest('li').querySelector('summary')?.textContent.trim() ?? '';
  const faces = die && [...die.closest('details').querySelectorAll('.term')].filter(isDie).indexOf(die);
  let found;
  try {
    const answer = await fetch(`row/${row}/`);
    if (!answer.ok) throw new Error(answer.status);
    found = await answer.json();
  } catch { complain('That line cannot be amended any more.'); return; }
  const dialog = $('amenddlg');
  target = { ...found, of: button.dataset.which };
  openWindow('amenddlg', '', null);
  dialog.querySelector('.line').textContent = words;
  dialog.querySelector('.hinders').textContent = '';
  dialog.querySelector('.back').hidden = true;
  const box = dialog.querySelector('.dice');
  box.querySelectorAll('.field').forEach(old => old.remove());
  box.hidden = !found.draws.length;
  found.draws.forEach((draw, i) => draw.faces.forEach((face, j) => {
    const label = `${draw.why}${draw.faces.length > 1 ? ` ${j + 1}` : ''}, d${draw.sides}`;
    const input = Object.assign(document.createElement('input'), { id: `amend-${i}-${j}`, type: 'number', inputMode: 'numeric', min: 1, max: draw.sides, value: face });
    Object.assign(input.dataset, { draw: i, die: j, face });
    const line_ = Object.assign(document.createElement('p'), { className: 'field' });
    line_.append(Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: label }), input);
    box.append(line_);
  }));
  const first = [...box.querySelectorAll('input')][Math.max(0, faces ?? 0)];
  first?.focus();
  first?.select();
}

/** Sends it; what hinders stays in the window, with the rewind as the other way. */
async function amend(chosen, dialog) {
  const { row, before, of } = target;
  if (chosen === 'rewind') {
    if (await send({ do: 'rewind', basis: '', args: { to: before } })) dialog.close();
    return;
  }
  const form = dialog.querySelector('form');
  const { value, applies, difficulty, outcome } = form.elements;
  const change = {}, own = {};
  const dice = [...form.querySelectorAll('[data-draw]')].filter(box => +box.value !== +box.dataset.face);
  if (dice.length) change.die = dice.map(box => [+box.dataset.draw, +box.dataset.die, +box.value]);
  if (value.value.trim()) own.modifier = { label: 'GM', value: Number(amount(value.value)), applies: applies.value };
  if (difficulty.value.trim()) own.difficulty = +difficulty.value;
  if (outcome.value) own.outcome = outcome.value;
  if (Object.keys(own).length) change.checks = { [of]: own };      // of a group's many, the one of this line
  const hinders = dialog.querySelector('.hinders');
  hinders.textContent = '';
  if (!Object.keys(change).length) { hinders.textContent = 'Change something first.'; return; }
  complain('');
  if (await send({ do: 'amend', basis: '', args: { entry: row, change } })) { dialog.close(); return; }
  hinders.textContent = $('err').textContent || 'Nothing was changed.';
  dialog.querySelector('.back').hidden = false;
}
