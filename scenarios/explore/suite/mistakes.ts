import { append } from '#contracts/util';
import { type Counterexample, type Found, nameOfFailure } from '../counterexamples.ts';
import type { Effects } from '../injections.ts';
import { orStopped, type PlayRun, type Run } from '../play.ts';
import { isProof, writtenCard } from './cards.ts';
import { createLosses, isRed, type Played, type Seen, standing } from './losses.ts';
import type { Test } from './play-test.ts';

/** What the tests say about a mistake of their client. */
export interface Notice {
  /** Disturbances to which the client reacts in the same way are one effect. A test that is red under one of them notices it. */
  readonly effects: number;
  readonly noticed: number;
  readonly noticedBy: string[];
  readonly missedBy: string[];
  /** Bookings and charges at the supplier beyond those without a disturbance. */
  readonly extra: number;
}

/** A rule that the client breaks when an operation is disturbed, with an example that no test notices, if there is one. */
export type Mistake = Counterexample<Test> & { readonly baselineLine: string; readonly notice: Notice };

/**
 * With two verdicts on each run: of the rules on the client, and of the test on the run.
 *
 * @param others tests that are played only to see whether they notice what no explored test notices
 */
export function createMistakes(effects: Effects, others: readonly Test[] = []) {
  const bases = new Map<string, Omit<Played, 'run'>>();
  const places = new Map<string, [Seen, ...Seen[]]>();
  const losses = createLosses(bases, others);

  function addSeen(seen: Seen): void {
    const { flow, broken, run } = seen;
    const name = nameOfFailure(broken);
    const operations = run.schedule.map(one => one.operation);
    const isOf = (operation: string) =>
      places.get(`${operation}: ${name}`)?.some(one => one.flow.id === flow.id);
    // A pair shows nothing new if one of its disturbances is enough.
    if (operations.length > 1 && operations.some(isOf)) return;
    append(places, `${operations.join('+') || 'none'}: ${name}`, seen);
  }

  return {
    count: () => places.size,
    add(flow: Test, run: Run): void {
      if (run.schedule.length === 0) bases.set(flow.id, { flow, base: run });
      const { base } = bases.get(flow.id) ?? { base: run };
      if (run.state !== 'broken' && run.state !== 'warned' && run.state !== 'held') return;
      for (const broken of run.broken) addSeen({ flow, broken, run, base });
      losses.add({ flow, run, base });
    },
    /** Plays each example again, for its story. The most important mistake comes first. */
    async finish(given: PlayRun<Test>, signal?: AbortSignal): Promise<Found<Test, Mistake>> {
      let extraRuns = 0;
      const play: typeof given = async (...run) => {
        extraRuns += 1;
        return given(...run);
      };
      const counterexamples: Mistake[] = [];
      const unsteady: Found<Test, Mistake>['unsteady'][number][] = [];
      for (const lost of await losses.unnoticed(play).catch(orStopped(signal, []))) addSeen(lost);
      // The warning about the outputs without a disturbance is about the same mistake.
      if ([...places.values()].flat().some(({ broken }) => isProof(broken)))
        places.delete(`none: ${nameOfFailure(writtenCard)}`);
      for (const [line, seen] of places) {
        const mistake = describe(seen, line, effects);
        const { flow, run } = mistake;
        const again = await play(flow, run.schedule, true).catch(orStopped(signal, run));
        if (again.trace !== run.trace) unsteady.push({ flow, runs: [run, again] });
        else counterexamples.push({ ...mistake, run: again });
      }
      counterexamples.sort((a, b) => costOf(b) - costOf(a));
      return { counterexamples, unsteady, extraRuns };
    },
  };
}

/** By a run that no test notices, if there is one. */
function describe(seen: readonly [Seen, ...Seen[]], baselineLine: string, effects: Effects): Mistake {
  const effectOf = ({ run }: Seen) => run.schedule.map(one => effects.effectOf(one)).join('+');
  const red = new Set(seen.filter(isRed).map(effectOf));
  const missed = seen.filter(one => !red.has(effectOf(one)));
  const extraOf = ({ run, base }: Seen) => standing(run) - standing(base);
  const isCertain = ({ broken }: Seen) => broken.level === 'must';
  const [worst] = missed.sort(
    (a, b) => Number(isCertain(b)) - Number(isCertain(a)) || extraOf(b) - extraOf(a),
  );
  const example = worst ?? seen.find(isCertain) ?? seen[0];
  const { flow, broken, run } = example;
  const others = seen.filter(one => one !== example);
  return {
    flow,
    broken,
    run,
    runs: seen.length,
    also: others.map(one => ({ flow: one.flow, schedule: one.run.schedule })),
    baselineLine,
    notice: {
      effects: new Set(seen.map(effectOf)).size,
      noticed: red.size,
      noticedBy: [...new Set(seen.filter(isRed).map(one => one.flow.id))],
      missedBy: [...new Set(seen.filter(one => !isRed(one)).map(one => one.flow.id))],
      extra: extraOf(example),
    },
  };
}

/** Mistakes that no test notices come first, and then those that leave the most bookings and charges at the supplier. */
const costOf = ({ notice: { effects, noticed, extra } }: Mistake): number =>
  (effects > noticed ? 1_000 : 0) + extra;
