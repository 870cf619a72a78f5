// What the GM does around and between the rounds: calls initiative, and closes the Mission.
import { $, state } from './mission-state.js';
import { send } from './mission-commands.js';

const rule = args => send({ do: 'rule', basis: '', args });
const ticked = (form, name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map(box => box.value);

export function setUpBetween() {
  document.addEventListener('click', event => {
    if (event.target.closest('[data-dialog]')?.dataset.dialog === 'calldlg') listUnits();
  });
}

/** All units of the list; in the rounds only those outside the order can be called in. */
function listUnits() {
  const outside = state.opts.outside;
  const units = [...document.querySelectorAll('#units .unit')].filter(card => !outside || outside.includes(card.dataset.unit));
  $('calldlg').querySelector('.checks').replaceChildren(...units.map(card => {
    const row = Object.assign(document.createElement('label'), { className: 'check' });
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'unit', value: card.dataset.unit, checked: true });
    row.append(box, ' ', card.querySelector('.nm').firstChild.textContent);
    return row;
  }));
}

/** What the windows send, by their `data-hand`. */
export const BETWEEN = {
  call: (_, form) => {
    const units = ticked(form, 'unit');
    return units.length ? rule({ mode: 'turns', units }) : null;
  },
};
