// Of the targets of an action the nearest stand first, friends after foes (of what helps before them), and last who is down. The page does it: sent in an
// order of their own they stay as they are when somebody takes a step, and need not be sent again.
import { onChange, placeOf } from './mission-state.js';
import { distance } from './mission-measure.js';

export function setUpNearest() {
  onChange(nearestFirst);
  nearestFirst();
}

function nearestFirst() {
  for (const list of document.querySelectorAll('#options .targets')) {
    if (list.contains(document.activeElement)) continue;       // nothing moves under a hand
    const unit = list.closest('[data-unit]')?.dataset.unit ?? '';
    const from = [...document.querySelectorAll(`.tok[data-unit="${CSS.escape(unit)}"]:not(.down)`)].map(placeOf);
    const helps = Boolean(list.closest('[data-helps]'));
    const rank = row => {
      const { x, y, friend } = row.querySelector('[data-target]').dataset;
      const near = Math.min(...from.map(at => distance(at, [+x, +y])), 999);
      return (row.querySelector('.tag.down') ? 2000 : 0) + (Boolean(friend) !== helps ? 1000 : 0) + near;
    };
    const rows = [...list.children];
    const wanted = rows.map(row => [rank(row), row]).sort(([a], [b]) => a - b).map(([, row]) => row);
    if (wanted.some((row, n) => row !== rows[n])) list.append(...wanted);
  }
}
