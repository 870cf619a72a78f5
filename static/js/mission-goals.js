// The windows of objectives and of the scenario: what stands on the page fills them when they open.
import { $ } from './mission-state.js';

/** Fills a window at its opener's click, which has shown it already. */
export function setUpGoals() {
  document.addEventListener('click', event => {
    const opener = event.target.closest('[data-dialog]')?.dataset.dialog;
    if (opener === 'goaldlg') newGoal();
    if (opener === 'storydlg') story();
    if (opener === 'enddlg') left();
  });
  $('goal-kind').addEventListener('change', way);
}

function newGoal() {
  $('goaldlg').querySelector('form').reset();
  const mains = [...document.querySelectorAll('#goals [data-main]')];
  $('goal-instead').replaceChildren(...mains.map(row => new Option(row.dataset.title, row.dataset.main)));
  $('goal-kind').querySelector('[value=alternate]').disabled = !mains.length;
  way();
}
const way = () => { $('goal-way').hidden = $('goal-kind').value !== 'alternate'; };

/** What is still open when the Mission ends: it may be settled there; left alone it counts as failed (T-092). */
function left() {
  const box = $('enddlg').querySelector('.goalsleft');
  const open = [...document.querySelectorAll('#goals li.open[data-goal]')];
  box.hidden = !open.length;
  box.querySelector('div').replaceChildren(...open.map(row => {
    const line = Object.assign(document.createElement('p'), { className: 'field' });
    const choice = Object.assign(document.createElement('select'), { id: `end-${row.dataset.goal}` });
    choice.dataset.settle = row.dataset.goal;
    for (const [value, word] of [['', 'counts as failed'], ['completed', 'Completed'], ['partial', 'Partly'], ['failed', 'Failed']]) choice.add(new Option(word, value));
    line.append(Object.assign(document.createElement('label'), { htmlFor: choice.id, textContent: row.dataset.title }), choice);
    return line;
  }));
}
/** {objective: status} of those that the window settles. */
export const settled = form => Object.fromEntries([...form.querySelectorAll('[data-settle]')].filter(one => one.value).map(one => [one.dataset.settle, one.value]));

function story() {
  $('story-text').value = document.querySelector('#goals .story:not(.gmnote)')?.textContent ?? '';
  $('story-notes').value = document.querySelector('#goals .gmnote')?.textContent ?? '';
}

/** The objective that the window describes. Without a number the Mission's own counts. */
export function described({ title, text, kind, xp, instead, best, public: all }, recipients) {
  const goal = {
    key: `goal-${Math.random().toString(36).slice(2, 10)}`, title: title.value, text: text.value, kind: kind.value,
    public: all.checked, recipients, best_outcome: best.checked,
  };
  if (kind.value === 'alternate') goal.instead_of = instead.value;
  if (/^[0-9]{1,4}$/.test(xp.value.trim())) goal.xp = +xp.value;
  return goal;
}
