import { styleText } from 'node:util';
import { systemClock, version } from '#contracts';
import { defaultSandbox, type MockSupplier, searchCommand } from '#mock-server';
import type { Listening } from '#mock-server/node';
import { columns } from './columns.ts';

interface Started {
  supplier: MockSupplier;
  listening: Pick<Listening, 'url' | 'localUrl' | 'port' | 'controlToken'>;
}

/** Prints on stdout that the server is ready, as text or as one line of JSON. */
export function printReady(started: Started, log: 'pretty' | 'json' | 'quiet'): void {
  const time = new Date(systemClock.now()).toISOString();
  const line = () => JSON.stringify({ level: 'info', time, ...readyFacts(started), msg: 'ready' });
  console.log(log === 'json' ? line() : readyText(started));
}

function readyFacts({ supplier, listening: { url, localUrl, port, controlToken } }: Started) {
  const { identity, clock, faults } = supplier.sandboxes.require(defaultSandbox);
  return {
    version,
    baseUrl: url,
    commonsUrl: url,
    localUrl,
    port,
    controlUrl: `${url}/_control`,
    ...(controlToken !== undefined && { controlToken }),
    consoleUrl: `${url}/console`,
    docsUrl: `${url}/docs`,
    openApiUrl: `${url}/openapi.json`,
    mcpUrl: `${url}/mcp`,
    mcpToken: identity.mcpToken,
    credential: identity.credentials[0],
    staticToken: identity.staticToken,
    managerId: identity.managerId,
    seed: identity.seed,
    ...(identity.scenario !== undefined && { scenario: identity.scenario }),
    clock: { mode: clock.mode, scale: clock.scale, now: new Date(clock.now()).toISOString() },
    faults: faults.list(),
    profile: supplier.dialect.name,
  };
}

function readyText(started: Started): string {
  const { supplier } = started;
  const facts = readyFacts(started);
  const { credential, clock } = facts;
  const sandbox = supplier.sandboxes.require(defaultSandbox);
  const speed = clock.mode === 'scaled' ? `, ${clock.scale} times as fast` : '';
  const rows = [
    ['Base address', facts.baseUrl],
    ...(facts.localUrl === facts.baseUrl ? [] : [['Listening on', facts.localUrl]]),
    ['Static data', `${facts.commonsUrl}  (commons_url)`],
    ['Tool server', `${facts.mcpUrl}  (mcp_url)`],
    ['Tool token', facts.mcpToken],
    ['Control API', facts.controlUrl],
    ...(facts.controlToken === undefined ? [] : [['Control token', facts.controlToken]]),
    ['Username', credential?.Username ?? ''],
    ['Password', credential?.Password ?? ''],
    ['Static token', facts.staticToken],
    ['managerId', String(facts.managerId)],
    ...(facts.scenario === undefined ? [] : [['Scenario', facts.scenario]]),
    ['Clock', `${clock.mode}${speed}, now ${clock.now}`],
    ...faultRows(facts),
    ...(facts.profile === null ? [] : [['Profile', facts.profile]]),
    ['Console', facts.consoleUrl],
    ['Docs', `${facts.docsUrl} and ${facts.openApiUrl}`],
  ];
  return [
    `${styleText('bold', `Understudy ${facts.version}`)} is ready.`,
    '',
    ...columns(rows),
    '',
    styleText('bold', 'To search for a hotel, paste this into a shell:'),
    '',
    searchCommand(sandbox, supplier.dialect, facts.localUrl),
    '',
    'Press Ctrl-C to stop the server.',
  ].join('\n');
}

/**
 * Returns rows with the armed faults, and with the address of the control API that lists the faults. For more than three
 * faults, the rows contain only the number of faults and this address.
 */
function faultRows({ faults, controlUrl }: ReturnType<typeof readyFacts>): string[][] {
  if (faults.length === 0) return [];
  const list = `${controlUrl}/sandboxes/${defaultSandbox}/faults`;
  if (faults.length > 3) return [['Faults', `${faults.length} armed, listed at ${list}`]];
  const lines = faults.map(({ id, match, effect }) => `${id}: ${JSON.stringify({ match, effect })}`);
  return [['Faults', [...lines, list].join('\n')]];
}
