import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { ScenarioReport } from '#scenarios/reports/schema';
import { createFolder, messageOn, play, referenceClient, runIds, verdictOn } from './clients.ts';

const folder = createFolder();
afterAll(folder.remove);

const hasAll = (...tools: string[]) =>
  tools.every(tool => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0);

/** Scenarios in which the conditions differ from the Search. */
const offers = [
  'price-up-one-cent-declined',
  'currency-alone-declined',
  'taxes-changed',
  'policies-changed-declined',
];

/** The command of each client, its requirements, and its scenarios beside the plain booking and the lost answer. */
const adapters: [name: string, command: [string, ...string[]], needs: string[], further: string[]][] = [
  [
    'Node',
    [process.execPath, 'docs/adapters/client.mjs'],
    [],
    [
      'prepaid-approved',
      'prepaid-in-instalments',
      'card-not-needed',
      ...offers,
      'price-up-declined',
      'client-restarted',
      'client-restarted-rejected',
      'guest-names-accents',
      'answer-lost-other-guest',
      'answer-lost-rejected',
      'payment-answer-lost-declined',
      'payment-not-arrived',
      'rate-limited-booking',
    ],
  ],
  [
    'Python',
    ['python3', 'docs/adapters/client.py'],
    ['python3'],
    [
      'two-rooms-with-children',
      'guest-names-accents',
      'guest-names-equal',
      'prepaid-approved',
      'prepaid-in-instalments',
      'card-not-needed',
      'two-bookings',
      'server-error-once',
      'cancel-free',
      'cancel-answer-lost-with-penalty',
      'client-restarted',
      'client-restarted-rejected',
      'answer-lost-pending',
      'answer-lost-on-request',
      'answer-lost-other-guest',
      'payment-answer-lost-declined',
      'payment-not-arrived',
      'logs-clean',
      'cancel-with-penalty',
      'policies-changed',
      ...offers,
    ],
  ],
  [
    'a shell',
    ['bash', 'docs/adapters/client.sh'],
    ['bash', 'curl', 'jq'],
    [
      'price-up-declined',
      'guest-names-accents',
      'answer-lost-rejected',
      'answer-lost-other-guest',
      ...offers,
    ],
  ],
  [
    'Java',
    ['java', 'docs/adapters/Client.java'],
    ['java'],
    [
      'price-up-declined',
      'guest-names-accents',
      'answer-lost-rejected',
      'answer-lost-other-guest',
      'taxes-changed',
      'policies-changed-declined',
    ],
  ],
];

/** The scenarios whose drawn tasks need something else of a client than a plain booking does. */
const drawnToo = ['prepaid-approved', 'two-rooms-with-children', 'price-up-declined'];

const stateOf = ({ id, draw, state, trouble, verdicts }: ScenarioReport) => ({
  id,
  draw,
  state,
  trouble,
  broken: verdicts.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule),
});
const heldBy = ({ id, draw }: ScenarioReport) => ({
  id,
  draw,
  state: 'held',
  trouble: undefined,
  broken: [],
});

describe.each(adapters)('the adapter for %s', (name, command, needs, further) => {
  const canRun = hasAll(...needs);
  if (!canRun) console.warn(`SKIPPED: the adapter for ${name} needs ${needs.join(', ')}`);
  // In CI a missing program is an error, so that the tests are not skipped. Only Java may be missing.
  it.runIf(canRun || (process.env.CI !== undefined && name !== 'Java'))(
    'keeps every rule that its scenarios name',
    async () => {
      const { scenarios } = await runIds(['hotel-confirmed', 'answer-lost-booked', ...further], { command });
      expect(scenarios.map(stateOf)).toEqual(scenarios.map(heldBy));
      const { state, outcome } = await play('car-confirmed', command);
      expect({ state, outcome }).toEqual({ state: 'not-played', outcome: 'unsupported' });
    },
  );

  it.runIf(canRun || (process.env.CI !== undefined && name !== 'Java'))(
    'keeps them in three draws of its scenarios',
    async () => {
      const ids = ['hotel-confirmed', ...further.filter(id => drawnToo.includes(id))];
      const vary = { draws: [1, 2, 3] };
      const { scenarios } = await runIds(ids, { command, seed: 'adapters', vary });
      expect(scenarios).toHaveLength(3 * ids.length);
      expect(scenarios.map(stateOf)).toEqual(scenarios.map(heldBy));
    },
  );
});

describe.runIf(hasAll('python3') || process.env.CI !== undefined)(
  'the adapter for Python, made wrong',
  () => {
    const right = readFileSync('docs/adapters/client.py', 'utf8');
    const spoil = (text: string, [good, bad]: readonly [string, string]) => {
      expect(text).toContain(good);
      return text.replace(good, bad);
    };

    it('breaks as many rules as were made wrong, each shown by the calls that did it', async () => {
      const wrongs = [
        [', {"Idempotency-Key": str(uuid.uuid4())})', ')'],
        ['def search(step):\n', 'def search(step):\n    print("as", CREDENTIAL)\n'],
        ['/API/REST/{path}"', "/API/REST/{path}?Password={CREDENTIAL['Password']}\""],
      ] as const;
      const file = folder.write('wrong.py', wrongs.reduce(spoil, right));
      const report = await play('hotel-confirmed', ['python3', file]);
      const broken = report.verdicts.filter(({ verdict }) => verdict === 'fail');
      expect(broken.map(({ rule }) => rule)).toEqual([
        'idempotency-key-present',
        'credential-in-body',
        'credentials-not-in-output',
      ]);
      const proven = (rule: string) => {
        const numbers = verdictOn(report, rule)?.findings.flatMap(({ exchanges }) => exchanges) ?? [];
        return report.exchanges
          .filter(({ number }) => numbers.includes(number))
          .map(({ operation }) => operation);
      };
      expect(proven('idempotency-key-present')).toEqual(['hotel.doBooking']);
      expect(proven('credential-in-body')).toContain('hotel.search');
      expect(messageOn(report, 'credentials-not-in-output')).toContain('stdout, line 1');
      expect(report.repeat).toBe(
        `npx travel-understudy run --scenario hotel-confirmed --seed understudy --speed 1 -- python3 ${file}`,
      );
    });
  },
);

it('the reference client as a process of its own keeps every rule, also when it is killed in mid-booking', async () => {
  const { scenarios, exitCode } = await runIds(
    ['client-restarted', 'double-click', 'tools-documentation-only'],
    {
      command: referenceClient,
    },
  );
  expect(scenarios.map(({ id, state }) => `${id}: ${state}`)).toEqual([
    'client-restarted: held',
    'double-click: held',
    'tools-documentation-only: held',
  ]);
  expect(exitCode).toBe(0);
});
