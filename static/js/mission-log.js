// The log: what of it is shown (rolls, talk, system), and its place.
import { $, keepSetting, onChange, setting } from './mission-state.js';
import { reads, setUpKeep, toEnd } from './mission-keep.js';
import { openTab } from './mission-panels.js';

export function setUpLog() {
  const hidden = new Set(setting('log-without') ?? []);
  const boxes = [...$('logfilter').querySelectorAll('input')];
  const apply = () => {
    const box = $('logbox');
    const atEnd = reads(box);
    for (const input of boxes) {
      input.checked = !hidden.has(input.value);
      box.classList.toggle(`no-${input.value}`, !input.checked);
    }
    $('filter').classList.toggle('on', hidden.size > 0);
    if (atEnd) toEnd();
  };
  $('logfilter').addEventListener('change', ({ target }) => {
    if (target.checked) hidden.delete(target.value); else hidden.add(target.value);
    keepSetting('log-without', [...hidden]);
    apply();
  });
  apply();
  toEnd();
  setUpKeep();
  $('log').addEventListener('toggle', ({ target }) => {
    // A line that opens at the rim opens into view, its end first, but never so far that its head is gone.
    if (!target.open) return;
    const line = target.closest('li');
    line.scrollIntoView({ block: line.offsetHeight > $('logbox').clientHeight ? 'start' : 'nearest' });
  }, true);
  onChange(newest);
  newest();
  $('lastline').addEventListener('click', () => openTab('log'));
}

/** On a phone the log is a tab of its own; its newest line stands over the map. Whose turn it is stands at the top: said
 *  once more it would only lie on the names of the columns. */
function newest() {
  const line = [...$('log').children].findLast(one => !one.matches('.undone') && getComputedStyle(one).display !== 'none');
  $('lastline').querySelector('span').textContent = line?.matches('.turns') ? '' : line?.querySelector('p > span, summary > span')?.textContent ?? '';
}
