// What an update may not take away: the reader's place in the log, the focus, and typed text.
import { $ } from './mission-state.js';

let atEnd = true;
let focus = null;

export function before() {
  const box = $('logbox');
  atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  const element = document.activeElement;
  focus = element && element !== document.body ? { element, marks: marksOf(element) } : null;
}

export function after() {
  if (atEnd) toEnd(); else $('newer').hidden = false;
  if (!focus || focus.element.isConnected) return;
  // What had the focus is gone: its successor takes it, else the map, so that keys go on working.
  const successor = focus.marks.map(mark => document.querySelector(mark)).find(Boolean);
  (successor ?? $('view')).focus({ preventScroll: true });
}

function marksOf(element) {
  const marks = [];
  if (element.id) marks.push(`#${CSS.escape(element.id)}`);
  for (const name of ['data-target', 'data-key', 'data-body', 'data-set']) {
    const value = element.getAttribute(name);
    if (value) marks.push(`${element.localName}[${name}="${CSS.escape(value)}"]`);
  }
  return marks;
}

export function toEnd() {
  $('logbox').scrollTop = $('logbox').scrollHeight;
  $('newer').hidden = true;
}
