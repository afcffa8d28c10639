import type { Facts } from '#contracts/exchange';
import { judge } from '#scenarios/judge';
import { minute, traffic, wire } from '../../../test/scenarios/judge/rules/build.ts';
import { median } from '../median.ts';
import type { Case } from './case.ts';

/** Creates traffic of sequential bookings, of which some take time, lose an answer or fail. */
function exchanges(count: number): Facts[] {
  const builder = traffic();
  for (let booking = 1; builder.facts.length < count; booking += 1) {
    const own = { request: { units: [`room-${booking}`] } };
    builder.search().conditions(own);
    if (booking % 20 === 0) builder.book({ ...own, lost: 'reset' }).find({ shows: [wire.confirmed] });
    else if (booking % 10 === 0)
      builder.book({ ...own, shows: [wire.pending] }).look({ after: 10 * minute, shows: [wire.pending] });
    else builder.book({ ...own, after: 500 });
    if (booking % 9 === 0) builder.look({ status: 503 }).look({ after: 250 });
    else builder.look();
  }
  return builder.facts.slice(0, count);
}

/** Creates traffic of a faulty client: the answer to each DoBooking is lost, looked up and sent again. */
function repetitions(count: number, token?: string): Facts[] {
  const builder = traffic().search().conditions();
  for (let place = builder.facts.length; place < count; place += 2) {
    const request = { reference: 'one', token: token ?? `C${place}` };
    builder.book({ after: 1_000, lost: 'reset', request }).find({ request: { reference: 'one' } });
  }
  return builder.facts;
}

/** Returns the processor time, in ms, for judging exchanges by every rule. Other programs do not affect it. */
function costOf(facts: readonly Facts[]): number {
  const begin = process.cpuUsage();
  judge(facts);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

const [few, many] = [10_000, 100_000];

const [half, whole] = [10_000, 20_000];

/** Compares the cost of exchanges that belong to one booking or one Token with the cost of other exchanges. */
function judgingAstray(what: string, token?: string): Awaited<ReturnType<Case>>[number] {
  const sets = [repetitions(half, token), repetitions(whole, token)] as const;
  costOf(sets[0]);
  const raw = Array.from({ length: 5 }, () => costOf(sets[1]) / costOf(sets[0]) / 2);
  return {
    case: 'Judge',
    what: `cost of an exchange of ${what} among 20,000 to 10,000`,
    value: median(raw),
    unit: '×',
    target: { max: 1.5 },
    raw,
  };
}

/** Measures the time of all rules, and whether it grows in proportion to the traffic. */
export const judging: Case = async ({ quick }) => {
  const sets = [exchanges(few), exchanges(many)] as const;
  costOf(sets[0]); // a first run, so that the compiler optimizes the code
  const raw = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < (quick ? 3 : 7); round += 1) {
    raw.few.push(costOf(sets[0]));
    raw.many.push(costOf(sets[1]));
  }
  const [small, large] = [median(raw.few), median(raw.many)];
  return [
    {
      case: 'Judge',
      what: '100,000 exchanges by all rules',
      value: large / 1_000,
      unit: 's',
      target: { max: 2 },
      raw: raw.many,
    },
    {
      case: 'Judge',
      what: 'cost of an exchange among 100,000 to 10,000',
      value: large / many / (small / few),
      unit: '×',
      target: { max: 1.5 },
      note: `${((small / few) * 1_000).toFixed(1)} µs among 10,000`,
      raw: raw.few,
    },
    judgingAstray('DoBookings under one reference'),
    judgingAstray('DoBookings by one Token', 'C1'),
  ];
};
