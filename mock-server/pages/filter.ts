/** The values of the filters on the page with the scenarios. An empty text means that the filter is not set. */
export interface ScenarioFilter {
  readonly product: string;
  readonly tag: string;
  readonly text: string;
}

/** The data of a scenario that the filters use. In `products` and `tags`, a line break separates the values. */
export interface FilteredRow {
  readonly products: string;
  readonly tags: string;
  /** The searched text in small letters. */
  readonly text: string;
}

/**
 * Returns whether a scenario passes the filters: it has the product, the tag, and each word of the text. The page contains this function
 * as a script, so the function must not use other code of this file.
 *
 * @example passes({ products: 'hotel', tags: 'money', text: 'the price changes' }, { product: '', tag: 'money', text: 'price' }) // true
 */
export function passes(row: FilteredRow, { product, tag, text }: ScenarioFilter): boolean {
  const has = (list: string, value: string) => value === '' || list.split('\n').includes(value);
  const words = text.toLowerCase().split(/\s+/);
  return has(row.products, product) && has(row.tags, tag) && words.every(word => row.text.includes(word));
}

/**
 * The script that applies the filters while the visitor types. Without this script, the form sends the filters to the server, which
 * returns the page with the same rows.
 */
export const filterScript = `
const passes = ${passes};
const form = document.querySelector('form');
const rows = [...document.querySelectorAll('tr[data-text]')];
function apply() {
  const filter = Object.fromEntries(new FormData(form));
  for (const row of rows) row.hidden = !passes(row.dataset, filter);
  const shown = rows.filter(row => !row.hidden).length;
  document.querySelector('[role=status]').textContent = shown + ' of ' + rows.length + ' scenarios';
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  history.replaceState(null, '', location.pathname + (query && '?' + query) + location.hash);
}
form.addEventListener('input', apply);
form.addEventListener('submit', event => {
  event.preventDefault();
  apply();
});
form.querySelector('button').hidden = true;
apply();
`;
