import { html, raw } from 'hono/html';
import type { Scenario } from '#contracts/scenario';
import type { Catalogue } from '../scenario-runs/index.ts';
import { style } from './style.ts';

/** What the page is made from. */
export interface ScenariosParts {
  readonly catalogue: Catalogue;
  /** The address of the server, under which the control API lies. */
  readonly serverUrl: string;
  /** The base address of the sandbox. */
  readonly baseUrl: string;
}

type Html = ReturnType<typeof html>;

/** The page at `/scenarios`: every scenario that this server plays, and the three ways to choose one. */
export function scenariosPage({ catalogue, serverUrl, baseUrl }: ScenariosParts): Html {
  const { scenarios } = catalogue;
  const [first] = scenarios;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Scenarios of Understudy</title>
    <link rel="icon" href="data:," />
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <h1>Scenarios</h1>
      <p class="lead">A scenario is a case that this supplier puts a client into. ${scenarios.length} of them can be chosen here.</p>
      ${first ? ways(first, { catalogue, serverUrl }) : none()}
      ${first ? table(scenarios) : ''}
      <footer><a href="${baseUrl}/">Back to the start</a></footer>
    </main>
  </body>
</html>`;
}

const none = (): Html =>
  html`<p>This server was given no catalogue: <code>createMockSupplier({ catalogue })</code> takes one, and <code>understudy serve</code> gives the built-in one.</p>`;

function ways(
  first: Scenario,
  { catalogue, serverUrl }: Pick<ScenariosParts, 'catalogue' | 'serverUrl'>,
): Html {
  const { testville, scenarios } = catalogue;
  const { trigger } = scenarios.find(scenario => scenario.trigger !== undefined) ?? {};
  return html`<h2>Three ways to choose one</h2>
      <ul>
        <li>for a sandbox of its own: <code>POST <a href="${serverUrl}/_control/sandboxes">${serverUrl}/_control/sandboxes</a></code> with <code>{ "scenario": "${first.id}" }</code></li>
        <li>for one booking: the header <code>X-Understudy-Scenario: ${first.id}</code> on its Search</li>
        ${testville && trigger ? html`<li>by what is booked: the destination Testville (<code>9000</code>, airport <code>TVL</code>) has “${trigger}, Testville” and others; some are played by the surname of a guest</li>` : ''}
      </ul>`;
}

function table(scenarios: readonly Scenario[]): Html {
  const rows = scenarios.map(
    ({ id, title, outcomes, tolerated = [], trigger, surname }) => html`<tr id="${id}">
      <td><a href="#${id}"><code>${id}</code></a><br />${title}${trigger === undefined ? '' : html`<br /><span class="assumed">In Testville: ${trigger}</span>`}${surname === undefined ? '' : html`<br /><span class="assumed">Surname: ${surname}</span>`}</td>
      <td>${[...outcomes, ...tolerated.map(one => `(${one})`)].join(', ')}</td>
    </tr>`,
  );
  return html`<h2>What a correct client ends with</h2>
      <div class="scroll"><table>
        <tr><th scope="col">Scenario</th><th scope="col">Outcome</th></tr>
        ${rows}
      </table></div>`;
}
