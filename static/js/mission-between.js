// What the GM does around and between the rounds: calls initiative, and closes the Mission.
import { $, state } from './mission-state.js';
import { send } from './mission-commands.js';

const rule = args => send({ do: 'rule', basis: '', args });
const ticked = (form, name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map(box => box.value);

export function setUpBetween() {
  document.addEventListener('click', event => {
    if (event.target.closest('[data-dialog]')?.dataset.dialog === 'calldlg') listUnits();
    const said = event.target.closest('[data-said]');
    if (said) openHearers(JSON.parse(said.dataset.said));
  });
}

/** All units of the list; in the rounds only those outside the order can be called in. */
function listUnits() {
  const outside = state.opts.outside;
  const units = [...document.querySelectorAll('#units .unit')].filter(card => !outside || outside.includes(card.dataset.unit));
  $('calldlg').querySelector('.checks').replaceChildren(...units.map(card => tick('checkbox', 'unit', card.dataset.unit, nameOf(card), true)));
}

// --- who hears what was said
let spoken = null;
function openHearers(said) {
  spoken = said;
  const box = $('hearerdlg');
  box.querySelector('form').reset();
  box.querySelector('.line').textContent = `“${said.text}”`;
  for (const one of box.querySelectorAll('[name=seat]')) { one.checked = said.heard.includes(one.value); one.disabled = one.checked; }
  const all = ![...box.querySelectorAll('[name=seat]')].some(one => !one.disabled);
  box.querySelector('.all').hidden = !all;
  box.querySelector('button.primary').hidden = all;
  box.returnValue = '';
  box.showModal();
}

// --- a Mob is split, and two become one
let about = null;
const mobOf = unit => document.querySelector(`#units .unit[data-unit="${CSS.escape(unit)}"]`)?.dataset.mob;
/** A Mob can be split; what else has several bodies, as a ship has its sections, cannot. */
export const isMob = unit => Boolean(mobOf(unit));
/** The Mobs of the same side that this one can join. */
export function mergers(unit) {
  const own = mobOf(unit);
  if (!own) return [];
  return [...document.querySelectorAll('#units .unit[data-mob]')].filter(one => one.dataset.mob === own && one.dataset.unit !== unit);
}
const nameOf = card => card.querySelector('.nm').firstChild.textContent;
function tick(type, name, value, text, checked) {
  const row = Object.assign(document.createElement('label'), { className: 'check' });
  row.append(Object.assign(document.createElement('input'), { type, name, value, checked, required: type === 'radio' }), ' ', text);
  return row;
}
export function openSplit({ unit, body }, openWindow) {
  about = unit;
  openWindow('splitdlg', '', unit);
  const members = [...document.querySelectorAll(`[data-menu][data-of="${CSS.escape(unit)}"]`)];
  $('splitdlg').querySelector('.checks').replaceChildren(...members.map(one => tick('checkbox', 'body', one.dataset.menu, one.dataset.name, one.dataset.menu === body)));
}
export function openMerge({ unit, name }, openWindow) {
  about = unit;
  openWindow('mergedlg', `${name} joins`, unit);
  $('mergedlg').querySelector('.checks').replaceChildren(...mergers(unit).map((card, n) => tick('radio', 'into', card.dataset.unit, nameOf(card), n === 0)));
}

/** What the windows send, by their `data-hand`. */
export const BETWEEN = {
  call: (_, form) => {
    const units = ticked(form, 'unit');
    return units.length ? rule({ mode: 'turns', units }) : null;
  },
  split: ({ name }, form) => {
    const bodies = ticked(form, 'body');
    return bodies.length ? send({ do: 'split', basis: '', args: { unit: about, bodies, into: newUnit(), name: name.value } }) : null;
  },
  hear: (_, form) => {
    const to = [...form.querySelectorAll('[name=seat]:checked:not(:disabled)')].map(box => box.value);
    const { unit, text, volume } = spoken;
    return to.length ? send({ do: 'relay', basis: '', args: { unit, text, volume, to } }) : null;
  },
  merge: (_, form) => send({ do: 'merge', basis: '', args: { unit: about, into: ticked(form, 'into')[0] } }),
};
/** Eight letters that say nothing. */
const newUnit = () => [...crypto.getRandomValues(new Uint8Array(8))].map(n => String.fromCharCode(97 + n % 26)).join('');
