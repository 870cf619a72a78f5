// The GM's windows of skills: a check of one, several or all; what something comes to, told now or later; how
// somebody casts; the stat of the next check.
import { $ } from './mission-state.js';
import { send } from './mission-commands.js';
import { onRuling } from './mission-menu.js';
import { openWindow } from './mission-gm.js';

let about = null;               // what the open window is about
const ticked = (form, name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map(box => box.value);

export function setUpSkills() {
  if (!$('checkdlg')) return;
  onRuling('check', ({ body, unit }) => openCheck([body, unit]));
  onRuling('casting', ({ body, name }) => { openWindow('castdlg', `How ${name} casts`, body); about = body; });
  onRuling('nextstat', ({ unit, name }) => { openWindow('statdlg', `Stat of the next check of ${name}`, unit); about = unit; });
  document.addEventListener('click', event => {
    if (event.target.closest('[data-check]')) openCheck(null);
    const tell = event.target.closest('[data-tell]');
    if (tell) openTell(JSON.parse(tell.dataset.tell));
    const all = event.target.closest('#checkdlg [data-all]');
    if (all) for (const box of $('checkdlg').querySelectorAll('[name=who]')) box.checked = all.dataset.all === 'all' || (all.dataset.all !== '' && box.dataset.side === all.dataset.all);
  });
}

/** Who may be called: every unit of the list; of a Mob each member too. some: keys that are ticked, null for all. */
function openCheck(some) {
  openWindow('checkdlg', '', null);
  const rows = [...document.querySelectorAll('#units .unit')].map(card => {
    const relation = [...card.classList].find(name => ['mine', 'ally', 'enemy', 'neutral'].includes(name)) ?? '';
    const row = Object.assign(document.createElement('label'), { className: 'check' });
    const key = card.dataset.unit;
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'who', value: key, checked: some ? some.includes(key) : relation !== 'enemy' });
    box.dataset.side = relation === 'enemy' ? 'enemy' : 'ally';
    row.append(box, ' ', card.querySelector('.nm').firstChild.textContent);
    return row;
  });
  $('checkdlg').querySelector('.who').replaceChildren(...rows);
}

function openTell({ body, text }) {
  openWindow('telldlg', '', null);
  about = body;
  $('tell-text').value = text;
  $('tell-text').focus();
  $('tell-text').select();
}

/** What the windows send, by their `data-hand`. */
export const SKILLS = {
  check: ({ skill, difficulty, stat, modifier, how }, form) => {
    const args = { who: ticked(form, 'who'), skill: skill.value, how: how.value };
    if (difficulty.value.trim()) args.difficulty = +difficulty.value;
    if (stat.value) args.stat = stat.value;
    if (+modifier.value) args.modifier = +modifier.value;
    return args.who.length ? send({ do: 'call_check', basis: '', args }) : null;
  },
  tell: ({ text }, form) => send({ do: 'tell', basis: '', args: { text: text.value, to: ticked(form, 'to'), ...(about ? { body: about } : {}) } }),
  cast: ({ spell, stat, second, skill, clear }) => {
    const args = { body: about, spell: spell.value };
    if (clear.checked) return send({ do: 'set_casting', basis: '', args: { ...args, clear: true } });
    if (stat.value) args.stat = second.value ? [stat.value, second.value] : stat.value;
    if (skill.value) args.skill = skill.value;
    return send({ do: 'set_casting', basis: '', args });
  },
  stat: ({ stat }) => send({ do: 'lay', basis: '', args: { on: `next:${about}`, applies: 'stat', label: stat.value, value: 0 } }),
};
