// Walks are shown along their way, not through walls: from the log line that tells of one, or, for the own
// unit, from the way that was sent. At most 1.5 s; none on a snapshot and for those who want calm.
import { $, CELL, calm, placeOf, token } from './mission-state.js';

const PER_CELL = 150;
const LONGEST = 1500;
const sent = new Map();         // body -> cells of the way that was sent

export function setUpWalks() {
  new MutationObserver(records => {
    if (calm.matches || $('board').classList.contains('snap')) return;
    const walked = new Set();
    for (const record of records) {
      for (const line of record.addedNodes) {
        if (!line.dataset?.path) continue;
        const path = JSON.parse(line.dataset.path);
        walk(line.dataset.body, path);
        walked.add(line.dataset.body);
      }
    }
    walked.forEach(body => sent.delete(body));
  }).observe($('log'), { childList: true });
  new MutationObserver(records => {
    if (calm.matches || $('board').classList.contains('snap')) return;
    for (const { target } of records) {
      const way = sent.get(target.dataset.body);
      if (!way) continue;
      const end = placeOf(target).join();
      const stop = way.findLastIndex(cell => cell.join() === end);
      if (stop > 0) walk(target.dataset.body, way.slice(0, stop + 1));
      sent.delete(target.dataset.body);
    }
  }).observe($('tokens'), { attributes: true, subtree: true, attributeFilter: ['class'] });
}

export function rememberWalk(body, cells) {
  sent.clear();
  sent.set(body, cells);
}

function walk(body, cells) {
  const tok = token(body);
  if (!tok || cells.length < 2 || cells.at(-1).join() !== placeOf(tok).join()) return;
  tok.getAnimations().forEach(animation => animation.cancel());     // the style's own slide would fight with it
  tok.animate(
    cells.map(([x, y]) => ({ transform: `translate(${x * CELL}px, ${y * CELL}px)` })),
    { duration: Math.min(LONGEST, PER_CELL * (cells.length - 1)), easing: 'linear' },
  );
}
