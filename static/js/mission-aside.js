// Where words about a cell stand: beside it, but not on whom they speak of.

/** How much of `box` the boxes in `others` share; boxes are {x, y, w, h}. */
export function covered(box, others) {
  let sum = 0;
  for (const one of others) {
    const wide = Math.min(box.x + box.w, one.x + one.w) - Math.max(box.x, one.x);
    const high = Math.min(box.y + box.h, one.y + one.h) - Math.max(box.y, one.y);
    if (wide > 0 && high > 0) sum += wide * high;
  }
  return sum;
}

const WEIGHT = 1000;            // how much rather any of the others are covered than those that may never be

/** Of the places [x, y] for something w wide and h high, pushed into the frame {w, h, top, bottom}, the first that
 *  covers least of `others`, and first of all least of `never`: {x, y, hides: how much it covers, bad: of `never`}. */
export function free(places, w, h, frame, others, never = []) {
  let best = null;
  for (const [left, up] of places) {
    const x = Math.max(8, Math.min(left, frame.w - w - 8));
    const y = Math.max(frame.top, Math.min(up, frame.h - h - frame.bottom));
    const bad = covered({ x, y, w, h }, never);
    const hides = covered({ x, y, w, h }, others) + WEIGHT * bad;
    if (!best || hides < best.hides) best = { x, y, hides, bad };
    if (!hides) break;
  }
  return best;
}
