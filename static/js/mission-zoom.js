// Zooming by hand: a wheel, a trackpad, two fingers. Two fingers on a trackpad scroll by themselves.
import { $ } from './mission-state.js';
import { zoom, zoomed } from './mission-camera.js';

/** begins(): two fingers are down. moves(): fingers move. Returns whether a pinch is under way. */
export function zoomsByHand({ begins = () => {}, moves = () => {} } = {}) {
  const view = $('view');
  let pinch = null;

  function start(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    begins();
    pinch = { ...between(event), scale: zoomed() };
  }
  function move(event) {
    moves();
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = between(event);
    view.scrollLeft -= now.x - pinch.x;
    view.scrollTop -= now.y - pinch.y;
    Object.assign(pinch, { x: now.x, y: now.y });
    zoom(pinch.scale * now.far / pinch.far, now.x, now.y);
  }

  view.addEventListener('wheel', wheel, { passive: false });
  view.addEventListener('touchstart', start, { passive: false });
  view.addEventListener('touchmove', move, { passive: false });
  view.addEventListener('touchend', () => { pinch = null; });
  return () => Boolean(pinch);
}

// A notch of a wheel, or a pinch on a trackpad, zooms.
function wheel(event) {
  const notch = event.deltaMode || (!event.deltaX && Math.abs(event.deltaY) >= 100);
  if (!event.ctrlKey && !notch) return;
  event.preventDefault();
  const amount = Math.min(0.25, Math.abs(event.deltaMode ? 100 : event.deltaY) / 500);
  zoom(zoomed() * Math.exp(-Math.sign(event.deltaY) * amount), event.clientX, event.clientY);
}

function between(event) {
  const [a, b] = event.touches;
  return { far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}
