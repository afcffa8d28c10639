import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFault } from '#contracts/fault';
import type { Scenario } from '#contracts/scenario';
import { createInventory } from '#reference-data';
import type { ScenarioReport } from '#scenarios/report/schema';
import { buildJava, playUnderWarp } from '../../clients/warp/clients.ts';
import { createFolder } from '../../folder.ts';
import { canRun, hasAll } from '../../programs/installed.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { messageOn, verdictOn } from '../run/clients.ts';

const folder = createFolder();

/** More scenarios in which the conditions differ from the Search. */
const offers = ['currency-alone-declined', 'taxes-changed', 'policies-changed-declined'];
/** Scenarios for every adapter, with lost answers, other offers, waits and time-outs. */
const basic = [
  'answer-lost-rejected',
  'answer-lost-other-guest',
  'price-up-one-cent-declined',
  'on-request-confirmed',
  'client-restarted',
  'rate-limited-seconds',
  'search-timeout',
];

/** Scenarios with long waits, up to 26 hours. */
const long = ['pending-unresolved', 'on-request-expired', 'retoken-expired', 'booking-hangs-booked'];

/** More scenarios for the adapters that can do the most. */
const inBoth = [
  'guest-names-accents',
  'prepaid-approved',
  'prepaid-in-instalments',
  'card-not-needed',
  'client-restarted-rejected',
  'payment-answer-lost-declined',
  'payment-not-arrived',
];

/** Answers to DoBooking that no client can read, although the supplier has booked. */
const unreadable = [
  'hotel.doBooking:redirect,status=302,commit=before,times=1',
  'hotel.doBooking:field=bookingStatus,change=missing,times=1',
  'hotel.doBooking:field=BookingId,change=missing,times=1',
];
/** Returns the scenario of a lost answer in which the answer is lost by another fault. */
function lostBy(fault: string, index: number): Scenario {
  // What starts a scenario by its texts must be unique, so it is left out.
  const { trigger, surname, ...lost } = scenarioOf('answer-lost-booked');
  return { ...lost, id: `own-${index}`, setup: { ...lost.setup, faults: [readFault(fault)] } };
}

interface Adapter {
  readonly language: string;
  readonly command: () => readonly [program: string, ...args: string[]];
  readonly needs: readonly string[];
  /** Its scenarios beside the basic ones. */
  readonly further: readonly string[];
  /** The scenarios of which it plays drawn tasks: other places, dates and names. */
  readonly drawn: readonly string[];
}

let compiledJava: readonly [program: string, ...args: string[]];
beforeAll(() => {
  if (!hasAll('javac')) return;
  const [java, ...args] = buildJava('docs/adapters/Client.java', folder.path);
  // To compile less and to start fewer threads, because each of these programs runs for less than a second.
  compiledJava = [java, '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', ...args];
});

const adapters: readonly Adapter[] = [
  {
    language: 'Node',
    command: () => [process.execPath, 'docs/adapters/client.mjs'],
    needs: [],
    further: [...[...offers, ...long, ...inBoth], 'rate-limited-booking'],
    drawn: ['hotel-confirmed', 'prepaid-approved', 'price-up-declined'],
  },
  {
    language: 'Python',
    command: () => ['python3', 'docs/adapters/client.py'],
    needs: ['python3'],
    further: [
      ...offers,
      ...long,
      ...inBoth,
      'two-rooms-with-children',
      'guest-names-equal',
      'two-bookings',
      'server-error-once',
      'cancel-free',
      'cancel-answer-lost-with-penalty',
      'cancel-with-penalty',
      'answer-lost-pending',
      'answer-lost-on-request',
      'logs-clean',
      'policies-changed',
      'static-data-kept',
    ],
    drawn: ['hotel-confirmed', 'prepaid-approved', 'two-rooms-with-children'],
  },
  {
    language: 'a shell',
    command: () => ['bash', 'docs/adapters/client.sh'],
    needs: ['bash', 'curl', 'jq'],
    // Each of the 144 polls of on-request-expired starts several programs in a shell.
    further: ['answer-lost-booked', 'pending-unresolved'],
    drawn: ['hotel-confirmed'],
  },
  {
    language: 'Java',
    command: () => compiledJava,
    needs: ['java', 'javac'],
    further: ['answer-lost-booked', 'pending-unresolved', 'on-request-expired'],
    drawn: ['hotel-confirmed'],
  },
];

const stateOf = ({ id, draw, state, trouble, verdicts }: ScenarioReport) => {
  const broken = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  return { id, draw, state, trouble, broken: broken.map(({ rule }) => rule) };
};
const held = { state: 'held', trouble: undefined, broken: [] };
const heldBy = ({ id, draw }: Pick<ScenarioReport, 'id' | 'draw'>) => ({ id, draw, ...held });

/** Only Java may also be missing in CI. */
const canPlay = ({ language, needs }: Adapter): boolean =>
  canRun(`the adapter for ${language}`, ...needs) && (language !== 'Java' || hasAll(...needs));

describe.each(adapters.filter(canPlay))('the adapter for $language', ({ command, further, drawn }) => {
  it('keeps every rule that its scenarios name', async () => {
    const scenarios = [...basic, ...further].map(scenarioOf);
    const reports = await playUnderWarp(scenarios, command());
    expect(reports.map(stateOf)).toEqual(scenarios.map(heldBy));
  });

  it('looks the booking up after an answer to DoBooking that it cannot read', async () => {
    const reports = await playUnderWarp(unreadable.map(lostBy), command());
    expect(reports.map(({ outcome }) => outcome)).toEqual(unreadable.map(() => 'confirmed'));
    expect(reports.flatMap(report => stateOf(report).broken)).toEqual([]);
  });

  it('reports a task that it does not support', async () => {
    const [report] = await playUnderWarp([scenarioOf('car-confirmed')], command());
    expect(report).toMatchObject({ state: 'not-played', outcome: 'unsupported' });
  });

  it('also keeps them in drawn tasks', async () => {
    const vary = { draws: [1] };
    const reports = await playUnderWarp(drawn.map(scenarioOf), command(), { seed: 'adapters', vary });
    expect(reports).toHaveLength(drawn.length);
    expect(reports.map(stateOf)).toEqual(reports.map(heldBy));
  });

  it('also keeps them with the ids of another supplier', async () => {
    const destinations = [{ id: 'A2', name: 'Nova Esperança', timeZone: 'America/Manaus' }];
    const inventory = await createInventory({ destinations, hotels: [{ id: 52, destination: 'A2' }] });
    const reports = await playUnderWarp(drawn.map(scenarioOf), command(), { inventory });
    expect(reports.map(stateOf)).toEqual(reports.map(heldBy));
  });
});

it.runIf(hasAll('java'))('the adapter for Java also runs from its source', async () => {
  const source = ['java', 'docs/adapters/Client.java'] as const;
  const [report] = await playUnderWarp([scenarioOf('hotel-confirmed')], source);
  expect(report?.state).toBe('held');
});

describe.runIf(canRun('the adapter for Python, made wrong,', 'python3'))(
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
      const [report] = await playUnderWarp([scenarioOf('hotel-confirmed')], ['python3', file]);
      if (!report) throw new Error('no report');
      const broken = report.verdicts.filter(({ verdict }) => verdict === 'fail');
      const rules = ['idempotency-key-present', 'credential-in-body', 'credentials-not-in-output'];
      expect(broken.map(({ rule }) => rule)).toEqual(rules);
      const proven = (rule: string) => {
        const numbers = verdictOn(report, rule)?.findings.flatMap(({ exchanges }) => exchanges);
        return numbers?.map(one => report.exchanges.find(({ number }) => number === one)?.operation);
      };
      expect(proven('idempotency-key-present')).toEqual(['hotel.doBooking']);
      expect(proven('credential-in-body')).toContain('hotel.search');
      expect(messageOn(report, 'credentials-not-in-output')).toContain('stdout, line 1');
      expect(report.repeat).toBe(
        `npx travel-understudy run --scenario hotel-confirmed --seed understudy --clock warp --timeout 400 -- python3 ${file}`,
      );
    });
  },
);
