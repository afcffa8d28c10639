import { html, raw } from 'hono/html';
import type { Scenario } from '#contracts/scenario';
import type { Catalogue } from '../../sandbox/index.ts';
import { type Html, type Navigation, page, table } from './page.ts';

interface ScenarioFilter {
  readonly product: string;
  readonly tag: string;
  readonly text: string;
}

/** In `products` and `tags`, a line break separates the values. */
type FilteredRow = ReturnType<typeof dataOf>;

/** The page contains this function as a script, so it must not use other code of this file. */
function passes(row: FilteredRow, { product, tag, text }: ScenarioFilter): boolean {
  const has = (list: string, value: string) => value === '' || list.split('\n').includes(value);
  const words = text.toLowerCase().split(/\s+/);
  return has(row.products, product) && has(row.tags, tag) && words.every(word => row.text.includes(word));
}

/** Without the script, the form sends the filters to the server, which returns the same rows. */
export const scenariosScript = `
const passes = ${passes};
const form = document.querySelector('form');
const rows = [...document.querySelectorAll('tr[data-text]')];
function apply() {
  const filter = Object.fromEntries(new FormData(form));
  for (const row of rows) row.hidden = !passes(row.dataset, filter);
  const shown = rows.filter(row => !row.hidden).length;
  document.querySelector('[role=status]').textContent = shown + ' of ' + rows.length + ' scenarios';
  document.getElementById('nothing').hidden = shown > 0;
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
async function create(button) {
  const said = button.nextElementSibling;
  said.textContent = 'Creating the sandbox…';
  try {
    const answer = await fetch(form.dataset.server + '/_control/sandboxes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario: button.value }),
    });
    const { id, baseUrl, credential, error } = await answer.json();
    if (!answer.ok) throw new Error(error.message);
    said.textContent = 'Sandbox ' + id + ' plays it at ' + baseUrl + ', Username ' + credential.Username + ', Password ' + credential.Password;
    if (form.dataset.console === undefined) return;
    const link = document.createElement('a');
    link.href = form.dataset.server + '/console#/sandboxes/' + id;
    link.textContent = 'Open it in the console';
    said.append('. ', link);
  } catch (error) {
    said.textContent = 'No sandbox was created: ' + error.message;
  }
}
for (const button of document.querySelectorAll('button[value]')) {
  button.hidden = false;
  button.addEventListener('click', () => create(button));
}
`;

export interface ScenariosParts extends Navigation {
  readonly catalogue: Catalogue;
  readonly filter: ScenarioFilter;
  /** The address of the server, relative to the page. A proxy can have another address than `serverUrl`. */
  readonly relativeUrl: string;
}

export function scenariosPage(parts: ScenariosParts): Html {
  const { catalogue, serverUrl, baseUrl } = parts;
  const { scenarios } = catalogue;
  const [first] = scenarios;
  const head = {
    title: 'Scenarios of Understudy',
    path: '/scenarios',
    ...(first && { script: scenariosScript }),
  };
  return page(
    head,
    parts,
    html`<h1>Scenarios</h1>
      <p class="lead">A scenario is a case that this server plays for a client, such as a lost answer. You can choose one of ${scenarios.length} scenarios.</p>
      ${first ? ways(first, catalogue, serverUrl) : none()}
      ${first ? list(scenarios, parts) : ''}
      <footer><a href="${baseUrl}/">Back to the start</a></footer>`,
  );
}

const none = (): Html =>
  html`<p>This server has no catalogue of scenarios. Pass a catalogue to <code>createMockSupplier({ catalogue })</code>, or run <code>npx travel-understudy serve</code>, which has a built-in catalogue.</p>`;

function ways(first: Scenario, { testville, scenarios }: Catalogue, serverUrl: string): Html {
  const { trigger } = scenarios.find(scenario => scenario.trigger !== undefined) ?? {};
  return html`<h2>Three ways to choose a scenario</h2>
      <ul>
        <li>for a whole sandbox: press the button of the scenario below, or create the sandbox with <code>POST ${serverUrl}/_control/sandboxes</code> and the body <code>{ "scenario": "${first.id}" }</code></li>
        <li>for one booking: send the header <code>X-Understudy-Scenario: ${first.id}</code> with the Search of the booking</li>
        ${testville && trigger ? html`<li>by the booked item: book “${trigger}, Testville” or another item in the destination Testville (<code>9000</code>, airport <code>TVL</code>). Some scenarios start when a guest has a certain surname</li>` : ''}
      </ul>`;
}

function list(scenarios: readonly Scenario[], parts: ScenariosParts): Html {
  const { filter } = parts;
  const rows = scenarios.map(scenario => ({ scenario, data: dataOf(scenario) }));
  const shown = rows.filter(({ data }) => passes(data, filter)).length;
  return html`<h2>All scenarios, and the outcome of a correct client</h2>
      ${filters(scenarios, parts)}
      <p class="note" role="status">${shown} of ${scenarios.length} scenarios</p>
      <p id="nothing"${shown === 0 ? '' : raw(' hidden')}>No scenario matches all filters. Choose “all” in a list, or shorten the text.</p>
      ${table(
        ['Scenario', 'Product and tags', 'Outcome'],
        rows.map(({ scenario, data }) => row(scenario, data, passes(data, filter))),
      )}`;
}

function filters(scenarios: readonly Scenario[], parts: ScenariosParts): Html {
  const { relativeUrl, hasConsole, filter } = parts;
  const { product, tag, text } = filter;
  const products = scenarios.flatMap(scenario => scenario.products);
  const tags = scenarios.flatMap(scenario => scenario.tags ?? []).sort();
  return html`<form class="filters" role="search" aria-label="Filter the scenarios" data-server="${relativeUrl}"${hasConsole ? raw(' data-console') : ''}>
        <label>Product ${select('product', products, product)}</label>
        <label>Tag ${select('tag', tags, tag)}</label>
        <label>Text <input type="search" name="text" value="${text}" /></label>
        <button>Apply</button>
      </form>`;
}

function select(name: string, values: readonly string[], chosen: string): Html {
  const options = [...new Set(values)].map(
    value => html`<option${value === chosen ? raw(' selected') : ''}>${value}</option>`,
  );
  return html`<select name="${name}"><option value="">all</option>${options}</select>`;
}

function dataOf({ id, title, products, tags = [], trigger, surname, outcomes }: Scenario) {
  const searched = [id, title, ...outcomes, trigger, surname].filter(part => part !== undefined);
  return { products: products.join('\n'), tags: tags.join('\n'), text: searched.join(' ').toLowerCase() };
}

function row(scenario: Scenario, { products, tags, text }: FilteredRow, isShown: boolean): Html {
  const { id, title, outcomes, tolerated = [], trigger, surname } = scenario;
  return html`<tr id="${id}" data-products="${products}" data-tags="${tags}" data-text="${text}"${isShown ? '' : raw(' hidden')}>
      <td><a href="#${id}"><code>${id}</code></a><br />${title}${trigger === undefined ? '' : html`<br /><span class="note">In Testville: ${trigger}</span>`}${surname === undefined ? '' : html`<br /><span class="note">Surname: ${surname}</span>`}
        ${details(scenario)}
        <button value="${id}" type="button" hidden>Create a sandbox</button> <span class="said" aria-live="polite"></span></td>
      <td>${scenario.products.join(', ')}<br /><span class="note">${(scenario.tags ?? []).join(', ')}</span></td>
      <td>${[...outcomes, ...tolerated.map(one => `(${one})`)].join(', ')}</td>
    </tr>`;
}

function details({ task, rules, clauses, setup = {}, restarts, truth }: Scenario): Html {
  const facts = {
    Faults: (setup.faults ?? []).map(fault => (typeof fault === 'string' ? fault : JSON.stringify(fault))),
    Restart: restarts === undefined ? [] : [JSON.stringify(restarts)],
    Rules: rules,
    Clauses: clauses,
    'The supplier holds': truth.services,
  };
  const shown = Object.entries(facts).filter(([, values]) => values.length > 0);
  return html`<details>
          <summary>Task, faults and rules</summary>
          <dl>${shown.map(([name, values]) => html`<dt>${name}</dt>${values.map(value => html`<dd><code>${value}</code></dd>`)}`)}<dt>Task</dt>
            <dd><pre>${JSON.stringify(task, null, 1)}</pre></dd></dl>
        </details>`;
}
