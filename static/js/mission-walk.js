// Walks are shown along their way, not through walls, from the log line that tells of one: that line holds what
// this seat saw of it. At most 1.5 s; Esc, a click on the map or the next walk jumps to the end; none on a snapshot
// and for those who want calm.
import { $, CELL, calm, placeOf, token } from './mission-state.js';

const PER_CELL = 150;
const LONGEST = 1500;
const under = new Set();        // animations under way

export function setUpWalks() {
  new MutationObserver(records => {
    const lines = records.flatMap(record => [...record.addedNodes]).filter(line => line.dataset?.paths);
    if (!lines.length || calm.matches || $('board').classList.contains('snap')) return;
    jump();
    for (const line of lines) {
      if (line.classList.contains('undone')) continue;
      for (const [body, cells] of Object.entries(JSON.parse(line.dataset.paths))) walk(body, cells);
    }
  }).observe($('log'), { childList: true });
  $('view').addEventListener('pointerdown', jump, true);
  document.addEventListener('keydown', event => { if (event.key === 'Escape') jump(); }, true);
}

/** Whoever walks stands at the end at once. */
export function jump() {
  for (const one of under) one.finish();
  under.clear();
}

function walk(body, cells) {
  const tok = token(body);
  if (!tok || cells.length < 2 || cells.at(-1).join() !== placeOf(tok).join()) return;
  tok.getAnimations().forEach(animation => animation.cancel());     // the style's own slide would fight with it
  const one = tok.animate(
    cells.map(([x, y]) => ({ transform: `translate(${x * CELL}px, ${y * CELL}px)` })),
    { duration: Math.min(LONGEST, PER_CELL * (cells.length - 1)), easing: 'linear', id: 'walk' },
  );
  under.add(one);
  one.onfinish = one.oncancel = () => under.delete(one);
}
