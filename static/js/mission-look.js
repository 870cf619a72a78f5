// Looking closer, without doing anything: a row of the order lights its unit and the reverse, names of everybody
// while Alt is held, and where a body could go and strike. The last is worked out on the server, of what this seat knows.
import { $, board, boardOf, onChange, placeOf, state, token, tokenAt } from './mission-state.js';
import { border, fill, path } from './mission-reach.js';
import { say } from './mission-notices.js';

const LINGER = 350;             // milliseconds on a body until its threat is asked for
let waits = 0;
let asked = '';                 // the body whose threat is shown or on its way
const answers = new Map();      // body -> what the server said; true only until the next update

export function setUpLooking() {
  document.addEventListener('pointerover', event => { light(event.target); if (event.pointerType === 'mouse') hover(event.target); });
  document.addEventListener('focusin', event => light(event.target));
  document.addEventListener('keydown', event => { if (event.key === 'Alt') { event.preventDefault(); names(true); } });
  document.addEventListener('keyup', event => { if (event.key === 'Alt') { event.preventDefault(); names(held); } });
  addEventListener('blur', () => names(held));
  $('names-on').addEventListener('click', () => { held = !held; $('names-on').setAttribute('aria-pressed', held); names(held); });
  document.addEventListener('mission:inspect', event => threat(event.detail));
  onChange(() => {
    answers.clear();
    if (asked && token(asked)) threat(asked); else clearThreat();
    if (named) names(true);
  });
}

// --- rows and tokens
const bodyOf = unit => document.querySelector(`.tok[data-unit="${CSS.escape(unit)}"]`)?.dataset.body;

/** Lights the unit of a row on the map, or the row of a token in the order. */
export function light(target) {
  const row = target.closest?.('#turns button, .unit > summary, #options [data-target], [data-focus]');
  const tok = target.closest?.('.tok');
  const body = row && (row.dataset.target || row.dataset.focus || bodyOf(row.dataset.unit ?? row.parentElement.dataset.unit ?? ''));
  spot(body && token(body));
  rowOf(tok);
}
function spot(tok) {
  const lamp = $('lamp');
  lamp.hidden = !tok || boardOf(tok) !== state.shown;
  if (lamp.hidden) return;
  const [x, y] = placeOf(tok);
  lamp.style.setProperty('--x', x);
  lamp.style.setProperty('--y', y);
}
/** Marks the row of a token's unit; none for no token. */
export function rowOf(tok) {
  document.querySelectorAll('#turns .lit').forEach(one => one.classList.remove('lit'));
  if (tok) document.querySelector(`#turns button[data-unit="${CSS.escape(tok.dataset.unit)}"]`)?.parentElement.classList.add('lit');
}

// --- names
let held = false;               // by the button, until it is pressed again
let named = false;
function names(on) {
  named = on;
  const layer = $('names');
  layer.replaceChildren();
  if (!on) return;
  for (const tok of document.querySelectorAll(`.tok.b${state.shown}`)) {
    const tag = document.createElement('span');
    const [x, y] = placeOf(tok);
    // Neighbours' names stand above and below, so that they do not cover each other.
    tag.className = `name x${x} y${y}${x % 2 ? ' up' : ''}`;
    tag.append(Object.assign(document.createElement('b'), { textContent: tok.getAttribute('aria-label').split(',')[0] }));
    layer.append(tag);
  }
}

// --- threat
function hover(target) {
  const body = target.closest?.('.tok.enemy:not(.down), #turns .enemy button')?.dataset;
  const wanted = body ? body.body ?? body.focus : '';
  if (wanted && wanted === asked) return;
  clearTimeout(waits);
  if (wanted) waits = setTimeout(() => threat(wanted), LINGER);
  else if (!target.closest?.('#threat-words')) clearThreat();
}

/** Shows where a body could go and strike, and says it in words. */
export async function threat(body, aloud = false) {
  if (document.body.classList.contains('screen')) return;     // a screen for all shows what happens, not what could
  asked = body;
  if (!answers.has(body)) answers.set(body, ask(body));
  const found = await answers.get(body);
  if (asked !== body) return;
  draw(found);
  if (aloud) say(found?.words ? `${found.words}. ${inReach(found)}` : 'Nothing is known of where it could go.');
}
async function ask(body) {
  try {
    const answer = await fetch(`threat/${encodeURIComponent(body)}/`, { headers: { Accept: 'application/json' } });
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}
const pairs = flat => { const found = []; for (let i = 0; i < flat.length; i += 2) found.push({ x: flat[i], y: flat[i + 1] }); return found; };

function draw(found) {
  const layer = $('threat');
  layer.replaceChildren();
  $('threat-words').textContent = found?.words ?? '';
  if (!found?.words || found.board !== board().key) return;
  const [reach, strikes] = [pairs(found.reach), pairs(found.strikes)];
  path(layer, 'strikes', fill(strikes));
  path(layer, 'rim', border(strikes));
  path(layer, 'reach', border(reach));
}
function inReach(found) {
  const struck = pairs(found.strikes).map(({ x, y }) => tokenAt(x, y)).filter(tok => tok?.matches('.mine, .ally'));
  const who = [...new Set(struck)].map(tok => tok.getAttribute('aria-label').split(',')[0]);
  return who.length ? `It could strike ${who.join(', ')}.` : 'It could strike none of yours.';
}
export function clearThreat() {
  clearTimeout(waits);
  asked = '';
  $('threat').replaceChildren();
  $('threat-words').textContent = '';
}
/** By key: the threat of who stands under the cursor, or of the next enemy; pressed again it goes. */
export function threatAt(x, y) {
  const tok = tokenAt(x, y);
  if (!tok || tok.dataset.body === asked) { clearThreat(); return tok ? say('') : say('Nobody stands there.'); }
  return threat(tok.dataset.body, true);
}
