import { html } from 'hono/html';
import { type Dialect, durationInWords, limits, operations } from '#contracts';
import { provenanceText } from '#contracts/provenance';
import type { Sandbox } from '../../sandbox/index.ts';
import { type Html, type Navigation, page, table } from './page.ts';
import { searchCommand } from './sample-search.ts';

export interface HomeParts extends Navigation {
  sandbox: Sandbox;
  dialect: Dialect;
  showsCredential: boolean;
}

export function homePage(parts: HomeParts): Html {
  const { baseUrl, serverUrl, dialect, sandbox } = parts;
  return page(
    { title: 'Understudy, a stand-in supplier', path: '/' },
    parts,
    html`<h1>Understudy</h1>
      <p class="lead">A stand-in for a B2B travel supplier. It answers like the real supplier, remembers your bookings, and has a clock that you can advance.</p>
      <h2>Addresses and credential</h2>
      ${addresses(parts)}
      <h2>First call</h2>
      ${firstCall(parts)}
      <h2>The flow</h2>
      ${flow(dialect)}
      <h2>Operations</h2>
      ${operationTable(dialect)}
      <h2>Destinations</h2>
      <p>The cities are real. The hotels are invented. Send one of these ids as <code>DestinationId</code>:</p>
      <ul class="places">${sandbox.places.destinations.map(({ id, name, airport }) => html`<li><code>${id}</code> ${name.en} (${airport.code})</li>`)}</ul>
      <h2>Links</h2>
      <ul>
        <li><a href="${baseUrl}/docs">/docs</a>: every call with its fields; you can try each call there</li>
        <li><a href="${baseUrl}/openapi.json">/openapi.json</a>: the contract as OpenAPI 3.1, with an example of every call</li>
        <li><a href="${baseUrl}/scenarios">/scenarios</a>: the cases that this server can play for a client, and how to choose one</li>
        <li><code>/mcp</code>: the tool server for AI clients. Its tools explain every call, with commands that work on this server. Send requests by POST with the tool server token</li>
        <li><a href="${serverUrl}/_control/health">/_control/health</a>: shows whether this server works. The other endpoints under <code>/_control</code> create sandboxes, advance clocks and show recorded calls</li>
        <li><a href="${serverUrl}/llms.txt">/llms.txt</a>: the guides of this server as text, for coding agents; <code>/llms-full.txt</code> has them all in one file</li>
        <li><code>README.md</code> and <code>docs/</code> of the package: a tour, guides, and the decisions on questions that the specification leaves open</li>
      </ul>
      <footer>No hotel, price or booking on this server is real.</footer>`,
  );
}

function addresses({ sandbox, dialect, baseUrl, showsCredential }: HomeParts): Html {
  const { id, credentials, staticToken, managerId, mcpToken } = sandbox.identity;
  const [credential] = credentials;
  const secret = (value = '') => (showsCredential ? value : 'the value that this server was started with');
  const rows = {
    'base_url, commons_url': baseUrl,
    mcp_url: `${baseUrl}/mcp`,
    Username: secret(credential?.Username),
    Password: secret(credential?.Password),
    'Static token': secret(staticToken),
    managerId: String(managerId),
    'Tool server token': secret(mcpToken),
    Sandbox: id,
    Clock: `${sandbox.clock.mode}, now ${new Date(sandbox.clock.now()).toISOString()}`,
    ...(dialect.name !== null && { Profile: dialect.name }),
  };
  return table(
    [],
    Object.entries(rows).map(
      ([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`,
    ),
  );
}

function firstCall({ sandbox, dialect, baseUrl, showsCredential }: HomeParts): Html {
  if (!showsCredential) {
    return html`<p>A Search needs a <code>Credential</code> in its body. The examples in <a href="${baseUrl}/docs">/docs</a> show the whole body.</p>`;
  }
  return html`<p>This command searches one hotel, a month ahead. Paste the command into a shell:</p><pre>${searchCommand(sandbox, dialect, baseUrl)}</pre>`;
}

function flow(dialect: Dialect): Html {
  const at = (id: string) => html`<code>${nameIn(dialect.operation(id).path)}</code>`;
  return html`<ol>
    <li>${at('hotel.search')} returns offers, a Token for ${durationInWords(limits.tokenLife.value)} and a ReToken for ${durationInWords(limits.reTokenLife.value)}.</li>
    <li>${at('hotel.getBookingConditions')} uses up that Token and returns the final price and a new Token. Show the user what changed.</li>
    <li>${at('hotel.doBooking')} uses up the new Token and books. This call is not idempotent: after a lost answer, look up the booking before you retry.</li>
    <li>${at('getBookingDetail')} updates and returns the status of the booking; ${at('cancelBooking')} cancels the trip, with the penalty that applies on that day.</li>
  </ol>`;
}

function nameIn(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return last.includes('{') ? path : last;
}

function operationTable(dialect: Dialect): Html {
  const rows = Object.values(operations).map(({ id, summary, provenance }) => {
    const { method, path, paths } = dialect.operation(id);
    // Without a profile, the other paths are those of public clients, in /openapi.json.
    const shown = dialect.name === null ? [path] : paths;
    return html`<tr>
      <td>${shown.map(one => html`<code>${method} ${one}</code><br />`)}${summary}</td>
      <td class="${provenance.kind}">${provenanceText(provenance)}</td>
    </tr>`;
  });
  return table(['Operation', 'Provenance'], rows);
}
