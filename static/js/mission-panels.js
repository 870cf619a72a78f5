// The side: tabs, forms with typed fields, the stepper of End turn, and what is still to be placed.
import { marching, typedMarch } from './mission-march.js';
import { $, onChange, readCell, state, token, wayTo, actor, cellName } from './mission-state.js';
import { complain, movePath, onPress, send } from './mission-commands.js';
import { commit } from './mission-preview.js';
import { toEnd } from './mission-keep.js';
import { lookAt } from './mission-camera.js';
import { typedAim } from './mission-aim.js';
import { ask } from './mission-ask.js';
import { values } from './mission-fields.js';
import { hint } from './mission-hint.js';

export function setUpPanels() {
  setUpTabs();
  setUpForms();
  setUpStepper();
  onChange(refresh);
  refresh();
  $('logbox').addEventListener('scroll', () => {
    const box = $('logbox');
    if (box.scrollHeight - box.scrollTop - box.clientHeight < 40) $('newer').hidden = true;
  });
  $('newer').addEventListener('click', toEnd);
  document.addEventListener('click', event => {
    const opener = event.target.closest('[data-dialog]');
    if (opener) $(opener.dataset.dialog).showModal();
    event.target.closest('[data-shut]')?.parentElement.remove();
    const option = event.target.closest('#options [data-ask]');
    if (option) ask(option);
    const off = event.target.closest('[data-why]');
    if (off) complain(off.dataset.why);
    const take = event.target.closest('[data-take]');
    if (take) startTaking(take.dataset.take);
  });
  document.addEventListener('mission:inspect', event => inspect(event.detail));
  for (const kind of ['mission:chosen', 'mission:aiming']) document.addEventListener(kind, refresh);
}

function refresh() {
  const { opts } = state;
  document.body.dataset.phase = opts.phase;
  const options = $('options');
  $('goto').hidden = !Object.keys(opts.reach).length && !state.taking && !state.aiming;
  const talk = options.querySelector('[data-do=talk]');
  $('talk').hidden = !talk;
  $('talk').elements.unit.value = talk?.dataset.unit ?? '';
  $('talk').querySelector('.check').hidden = !JSON.parse(talk?.dataset.ask ?? '[]').some(field => field.name === 'aloud');
  unplaced();
  stepper();
  countWords();
  if (state.opts.phase !== refresh.phase) {
    refresh.phase = opts.phase;
    if (document.body.classList.contains('gm')) openTab(opts.phase === 'running' ? 'act' : 'gm');
  }
}

// --- tabs
function setUpTabs() {
  const tabs = $('tabs');
  tabs.addEventListener('click', event => { const tab = event.target.closest('[role=tab]'); if (tab) openTab(tab.dataset.tab); });
  tabs.addEventListener('keydown', event => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    const all = [...tabs.querySelectorAll('[role=tab]')].filter(tab => tab.checkVisibility());
    const next = all[(all.indexOf(event.target) + (event.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length];
    openTab(next.dataset.tab);
    next.focus();
  });
}
export function openTab(name) {
  if (!$(`tb-${name}`)) return;
  document.body.dataset.tab = name;
  for (const tab of $('tabs').querySelectorAll('[role=tab]')) {
    const on = tab.dataset.tab === name;
    tab.setAttribute('aria-selected', on);
    tab.tabIndex = on ? 0 : -1;
  }
  if (name === 'log') toEnd();
}

/** Opens the card of the unit whose body was pointed at. */
function inspect(body) {
  const unit = token(body)?.dataset.unit;
  const card = unit && document.querySelector(`.unit[data-unit="${CSS.escape(unit)}"]`);
  if (!card) return;
  openTab('units');
  document.querySelectorAll('.unit[open]').forEach(other => { if (other !== card) other.open = false; });
  card.open = true;
  card.scrollIntoView({ block: 'nearest' });
}

// --- forms that stand outside the regions
const FORMS = {
  goto: form => {
    const at = readCell(form.elements.cell.value);
    if (!at) return no('Type a cell such as F8.');
    if (state.taking) return commit(...at) ?? Promise.resolve(false);
    if (state.aiming) return typedAim(...at);
    if (marching()) return typedMarch(...at);
    const way = wayTo(actor(), ...at);
    if (!way) return no(`${cellName(...at)} cannot be reached now.`);
    return movePath(actor(), way);
  },
  talk: form => {
    const option = document.querySelector('#options [data-do=talk]');
    if (!option) return no('You cannot talk right now.');
    const order = JSON.parse(option.dataset.go ?? option.value);
    Object.assign(order.args, { text: form.elements.text.value.trim(), volume: form.elements.volume.value });
    if (form.elements.said.checked && +form.elements.aloud.value > 0) order.args.aloud = +form.elements.aloud.value;
    return send(order);
  },
  chat: form => {
    const text = form.elements.text.value.trim();
    if (!text) return Promise.resolve(false);
    const to = form.elements.to.value;
    return send({ do: 'chat', basis: '', args: to === 'narration:' ? { text, style: 'narration' } : { text, to } });
  },
};
function no(text) { complain(text); return Promise.resolve(false); }

function setUpForms() {
  document.addEventListener('submit', async event => {
    const handler = FORMS[event.target.dataset.send];
    if (!handler) return;
    event.preventDefault();
    const form = event.target;
    const sent = form.elements.text?.value ?? form.elements.cell?.value;
    // What was typed stays when it was refused, and so does what was typed since.
    if (await handler(form)) {
      for (const field of [form.elements.text, form.elements.cell]) if (field && field.value === sent) field.value = '';
      // On with the keys of the map; the field itself may have gone with the last reach.
      const still = document.activeElement === document.body || form.contains(document.activeElement);
      if (form.elements.cell && still) $('view').focus({ preventScroll: true });
      if (form.dataset.send === 'chat') toEnd();
    }
    countWords();
  });
  $('talk').addEventListener('input', countWords);
  $('talk-text').addEventListener('keydown', event => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); $('talk').requestSubmit(); } });
}
/** What the words cost, while they are typed: so many words for each price (the option says how many). */
function countWords() {
  const form = $('talk');
  const option = document.querySelector('#options [data-do=talk]');
  const aloud = form.elements.said.checked && +form.elements.aloud.value > 0;
  const words = aloud ? +form.elements.aloud.value : form.elements.text.value.trim().split(/\s+/).filter(Boolean).length;
  const cost = option?.querySelector('.cost')?.textContent ?? '';
  const out = form.querySelector('.words');
  out.classList.remove('much');
  if (!words) { out.textContent = cost; return; }
  const prices = JSON.parse(option?.dataset.prices ?? '[]');
  const most = prices.length * +(option?.dataset.words ?? 0);
  const price = prices.length ? prices[Math.ceil(words / +option.dataset.words) - 1] : cost;
  out.classList.toggle('much', !price);
  out.textContent = `${words} ${words === 1 ? 'word' : 'words'}: ${price ?? `too many, ${most} at most`}`;
}

// --- prompts and End turn take values from outside the button
onPress((order, button) => {
  const card = button.closest('.prompt');
  if (order.do === 'answer' && card && button.dataset.fields) {
    order.args.value = values(card);
    for (const input of card.querySelectorAll('[data-kind=cell]')) {
      const name = input.value.trim();      // what is no cell of this map is sent as it stands, and the answer says so
      if (name) order.args.value[input.dataset.field] ??= name;
    }
    if (button.dataset.choice) order.args.value.answer = button.dataset.choice;
  }
  if (order.do === 'end_turn' && state.opts.end?.max) order.args.convert = steps;
});

let steps = 0;
let stepsOf = '';
function setUpStepper() {
  $('convert').addEventListener('click', event => {
    const button = event.target.closest('[data-step]');
    if (!button) return;
    steps = Math.max(0, Math.min(state.opts.end?.max ?? 0, steps + +button.dataset.step));
    $('convert').querySelector('output').textContent = steps;
  });
}
function stepper() {
  const end = state.opts.end;
  $('convert').hidden = !end?.max;
  if (!end) { stepsOf = ''; return; }
  const now = `${state.opts.turn}`;
  if (stepsOf !== now) steps = end.convert;
  stepsOf = now;
  steps = Math.min(steps, end.max);
  $('convert').querySelector('.text').textContent = (end.label || 'convert').split(',')[0];
  $('convert').title = end.label;
  $('convert').querySelector('output').textContent = steps;
}

// --- placement
function unplaced() {
  const box = $('unplaced');
  const offered = document.querySelector('#options :is([data-do=place], [data-do=wish])');     // then the options do it
  const placing = ['placement', 'running'].includes(state.opts.phase) && !offered ? state.opts.unplaced : [];
  const key = JSON.stringify([placing, state.taking]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren();
  if (!placing.length) return;
  box.append(Object.assign(document.createElement('p'), { textContent: 'Not on the map yet. Choose one, then a cell:' }));
  for (const [body, name] of placing) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
    button.dataset.take = body;
    button.setAttribute('aria-pressed', state.taking === body);
    box.append(button);
  }
}
export function startTaking(body) {
  state.taking = state.taking === body ? '' : body;
  refresh();
  document.dispatchEvent(new CustomEvent('mission:taking'));
  if (!state.taking) return;
  if (token(body)) lookAt(body);
  $('view').focus();
  const name = token(body)?.getAttribute('aria-label').split(',')[0] ?? state.opts.unplaced.find(([key]) => key === body)?.[1];
  hint(`${name ? `${name}: choose` : 'Choose'} a cell on the map, or type it.`);
}
