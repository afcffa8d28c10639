import { html } from 'hono/html';
import type { Scenario } from '#contracts/scenario';
import type { Catalogue } from '../scenario-runs/index.ts';
import { type Html, page, table } from './page.ts';

/** The data that the page about scenarios shows. */
export interface ScenariosParts {
  readonly catalogue: Catalogue;
  /** The address of the server. The control API is at this address plus `/_control`. */
  readonly serverUrl: string;
  /** The base address of the sandbox. */
  readonly baseUrl: string;
}

/**
 * Writes the page at `/scenarios`. The page lists every scenario of this server and the three ways to choose a
 * scenario.
 */
export function scenariosPage({ catalogue, serverUrl, baseUrl }: ScenariosParts): Html {
  const { scenarios } = catalogue;
  const [first] = scenarios;
  return page(
    'Scenarios of Understudy',
    html`<h1>Scenarios</h1>
      <p class="lead">A scenario is a case that this server plays for a client, such as a lost answer. You can choose one of ${scenarios.length} scenarios.</p>
      ${first ? ways(first, catalogue, serverUrl) : none()}
      ${first ? outcomes(scenarios) : ''}
      <footer><a href="${baseUrl}/">Back to the start</a></footer>`,
  );
}

const none = (): Html =>
  html`<p>This server has no catalogue of scenarios. Pass a catalogue to <code>createMockSupplier({ catalogue })</code>, or run <code>npx travel-understudy serve</code>, which has a built-in catalogue.</p>`;

function ways(first: Scenario, { testville, scenarios }: Catalogue, serverUrl: string): Html {
  const { trigger } = scenarios.find(scenario => scenario.trigger !== undefined) ?? {};
  return html`<h2>Three ways to choose a scenario</h2>
      <ul>
        <li>for a whole sandbox: create the sandbox with <code>POST <a href="${serverUrl}/_control/sandboxes">${serverUrl}/_control/sandboxes</a></code> with <code>{ "scenario": "${first.id}" }</code></li>
        <li>for one booking: send the header <code>X-Understudy-Scenario: ${first.id}</code> with the Search of the booking</li>
        ${testville && trigger ? html`<li>by the booked item: book “${trigger}, Testville” or another item in the destination Testville (<code>9000</code>, airport <code>TVL</code>). Some scenarios start when a guest has a certain surname</li>` : ''}
      </ul>`;
}

function outcomes(scenarios: readonly Scenario[]): Html {
  const rows = scenarios.map(
    ({ id, title, outcomes, tolerated = [], trigger, surname }) => html`<tr id="${id}">
      <td><a href="#${id}"><code>${id}</code></a><br />${title}${trigger === undefined ? '' : html`<br /><span class="assumed">In Testville: ${trigger}</span>`}${surname === undefined ? '' : html`<br /><span class="assumed">Surname: ${surname}</span>`}</td>
      <td>${[...outcomes, ...tolerated.map(one => `(${one})`)].join(', ')}</td>
    </tr>`,
  );
  return html`<h2>The outcome of a correct client</h2>
      ${table([html`<tr><th scope="col">Scenario</th><th scope="col">Outcome</th></tr>`, ...rows])}`;
}
