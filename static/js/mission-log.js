// The log: what of it is shown (rolls, talk, system), and its place.
import { $, keepSetting, setting } from './mission-state.js';
import { toEnd } from './mission-keep.js';

export function setUpLog() {
  const hidden = new Set(setting('log-without') ?? []);
  const boxes = [...$('logfilter').querySelectorAll('input')];
  const apply = () => {
    const box = $('logbox');
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
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
}
