// The search of the rules page, while one types; without script the form asks the server.
const field = document.getElementById('q');
const cards = [...document.querySelectorAll('.rule')];
const hits = document.getElementById('hits');

function seek() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    card.hidden = !words.every(word => card.dataset.search.includes(word));
    shown += !card.hidden;
  }
  for (const section of document.querySelectorAll('section.rules')) section.hidden = !section.querySelector('.rule:not([hidden])');
  hits.textContent = words.length ? (shown === 1 ? '1 entry' : `${shown || 'No'} entries`) : '';
}

field.addEventListener('input', seek);
document.getElementById('seek').addEventListener('submit', event => { event.preventDefault(); seek(); });
// A link to an entry that the search hides shows it.
addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.hidden) { field.value = ''; seek(); target.scrollIntoView(); }
});
