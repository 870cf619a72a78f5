// The windows of objectives and of the scenario: what stands on the page fills them when they open.
import { $ } from './mission-state.js';

/** Fills a window at its opener's click, which has shown it already. */
export function setUpGoals() {
  document.addEventListener('click', event => {
    const opener = event.target.closest('[data-dialog]')?.dataset.dialog;
    if (opener === 'goaldlg') newGoal();
    if (opener === 'storydlg') story();
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
