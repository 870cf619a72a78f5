// What an update may not take away: the reader's place in the log, the focus, and typed text.
import { $ } from './mission-state.js';

let atEnd = true;
let focus = null;
let typed = [];                 // [the question, which of its fields, what stands in it] of cards that are not answered

/** Whether the newest line of the log is in sight. */
export const reads = box => box.scrollHeight - box.scrollTop - box.clientHeight < 40;

export function before() {
  atEnd = reads($('logbox'));
  const element = document.activeElement;
  typed = [];
  for (const card of document.querySelectorAll('#prompts .prompt[data-prompt]')) {
    for (const field of card.querySelectorAll('[data-field]')) {
      if (field.value !== (field.getAttribute('value') ?? '')) typed.push([asked(card), field.dataset.field, field.value, card]);
    }
  }
  focus = element && element !== document.body ? { element, marks: marksOf(element) } : null;
}

export function after() {
  if (atEnd) toEnd(); else $('newer').hidden = false;
  for (const [question, name, text, old] of typed) {
    if (old.isConnected) continue;
    // The same question came anew because a chance or a choice changed.
    const card = [...document.querySelectorAll('#prompts .prompt[data-prompt]')].find(one => asked(one) === question);
    const field = card?.querySelector(`[data-field="${CSS.escape(name)}"]`);
    if (field) field.value = text;
  }
  if (!focus || focus.element.isConnected) return;
  // What had the focus is gone: its successor takes it, else the map, so that keys go on working.
  const successor = focus.marks.map(mark => document.querySelector(mark)).find(Boolean);
  (successor ?? $('view')).focus({ preventScroll: true });
}

/** What tells one question from another, whatever its choices. */
const asked = card => [card.dataset.prompt, card.dataset.kind, card.querySelector('h2')?.firstChild?.textContent].join('|');

function marksOf(element) {
  const marks = [];
  if (element.id) marks.push(`#${CSS.escape(element.id)}`);
  for (const name of ['data-target', 'data-key', 'data-body', 'data-set']) {
    const value = element.getAttribute(name);
    if (value) marks.push(`${element.localName}[${name}="${CSS.escape(value)}"]`);
  }
  return marks;
}

/** Whoever reads the end goes on reading it when a panel above takes more room. A scroll that is told only after the
    box has changed is no word of theirs. */
export function setUpKeep() {
  const box = $('logbox');
  let last = true, height = box.clientHeight;
  box.addEventListener('scroll', () => { if (box.clientHeight === height) last = reads(box); }, { passive: true });
  new ResizeObserver(() => {
    height = box.clientHeight;
    if (last) toEnd();
  }).observe(box);
}

export function toEnd() {
  $('logbox').scrollTop = $('logbox').scrollHeight;
  $('newer').hidden = true;
}
