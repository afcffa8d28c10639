import fc from 'fast-check';
import { it } from 'vitest';
import { judge } from '#contracts/rules';
import { anyFaults, anyUser } from '../client/flow/any-faults.ts';
import { play } from '../client/flow/play.ts';

it('any', async () => {
  const counts = new Map<string, { n: number; ex: string; len: number }>();
  await fc.assert(
    fc.asyncProperty(anyFaults, anyUser, async (faults, how) => {
      const { outcome, world, held, charges } = await play(faults, how);
      const facts = world.sandbox.journal.read().map(({ facts }) => facts);
      const last = facts.at(-1)?.closed?.at ?? 0;
      const task: any = { steps: [{ do: 'book', product: 'hotel', criteria: { checkinDate: '2026-12-10', nights: 2, rooms: [{ adults: 2, childAges: [7] }], nationality: 'BR', destination: 'Rio' }, guests: [{ Name: 'Ana', Surname: 'Silva', Age: 34 }, { Name: 'Rui', Surname: 'Silva', Age: 36 }, { Name: 'Eva', Surname: 'Silva', Age: 7 }], payment: {} }], onPriceChange: how.declines ? 'decline' : 'accept', onConditionsChange: how.declines ? 'decline' : 'accept' };
      const verdicts = judge(facts, { clock: { mode: 'auto', speed: 0 }, closedAt: last + 25 * 3_600_000, task, result: { outcome } });
      for (const v of verdicts) {
        if (v.verdict === 'pass' || v.verdict === 'not-observed' || v.rule === 'destination-from-autocomplete') continue;
        const key = `${v.verdict} ${v.rule}`;
        const e = counts.get(key) ?? { n: 0, ex: '', len: 99999 };
        e.n += 1;
        if (facts.length < e.len) { e.len = facts.length; e.ex = JSON.stringify({ faults, how, outcome, held, charges, r: v.reason, f: v.findings.slice(0, 1), calls: facts.map(f => `${f.number} ${f.operation} ${f.status ?? '-'} ${new Date(f.opened.at).toISOString().slice(8, 23)} ${f.closed ? f.closed.at - f.opened.at : 'open'} ${f.closed?.ending} ${f.answer.bookingStatus ?? ''} ${(f.faults ?? []).map(x => x.kind + (x.commit ?? ''))}`) }, null, 1); }
        counts.set(key, e);
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 1500), ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
  for (const [k, v] of counts) console.log(k, v.n, v.ex);
}, 580_000);
