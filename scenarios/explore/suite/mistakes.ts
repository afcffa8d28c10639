import { isFinal, operations, type ServiceStatus } from '#contracts';
import { append } from '#contracts/util';
import { type Collector, type Counterexample, nameOfFailure, type Unsteady } from '../counterexamples.ts';
import type { Effects } from '../injections.ts';
import { type Broken, orStopped, type PlayRun, type Run } from '../play.ts';
import { isAt, kindOfInjection } from '../shorthand.ts';
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

interface Played extends Pick<Counterexample<Test>, 'flow' | 'run'> {
  readonly base: Run;
}

type Seen = Played & Pick<Counterexample<Test>, 'broken'>;

export interface Mistakes extends Collector<Test> {
  /** Plays each example again, for its story. The most important mistake comes first. */
  finish(play: PlayRun<Test>, signal?: AbortSignal): Promise<Mistake[]>;
}

const isRed = ({ run }: Played): boolean => run.test?.isRed === true;

/** With two verdicts on each run: of the rules on the client, and of the test on the run. */
export function createMistakes(effects: Effects): Mistakes {
  const all: Counterexample<Test>[] = [];
  const bases = new Map<string, Run>();
  const places = new Map<string, [Seen, ...Seen[]]>();
  const losses = createLosses();
  const unsteady: Unsteady<Test>[] = [];
  let extraRuns = 0;

  function addSeen(seen: Seen): void {
    const { flow, broken, run } = seen;
    const { schedule } = run;
    const name = nameOfFailure(broken);
    const isOf = (operation: string) =>
      places.get(`${operation}: ${name}`)?.some(one => one.flow.id === flow.id);
    // A pair shows nothing new if one of its disturbances is enough.
    if (schedule.length > 1 && schedule.some(one => isOf(one.operation))) return;
    const place = schedule.map(one => one.operation).join('+') || 'none';
    const line = `${place}: ${name}`;
    const known = places.get(line);
    if (known) known.push(seen);
    else places.set(line, [seen]);
    if (!known) all.push({ flow, broken, schedule, run, runs: 1, also: [] });
  }

  return {
    all,
    unsteady,
    extraRuns: () => extraRuns,
    add(flow, run) {
      if (run.schedule.length === 0) bases.set(flow.id, run);
      const base = bases.get(flow.id) ?? run;
      if (run.state !== 'broken' && run.state !== 'warned' && run.state !== 'held') return;
      for (const broken of run.broken) addSeen({ flow, broken, run, base });
      losses.add({ flow, run, base });
    },
    async finish(given, signal) {
      const play: typeof given = async (...run) => {
        extraRuns += 1;
        return given(...run);
      };
      const found: Mistake[] = [];
      for (const lost of await losses.unnoticed(play).catch(orStopped(signal, []))) addSeen(lost);
      for (const [line, seen] of places) {
        const mistake = describe(seen, line, effects);
        const { flow, schedule, run } = mistake;
        const again = await play(flow, schedule, true).catch(orStopped(signal, run));
        if (again.trace !== run.trace) unsteady.push({ flow, schedule, runs: [run, again] });
        else found.push({ ...mistake, run: again });
      }
      return found.sort((a, b) => costOf(b) - costOf(a));
    },
  };
}

/**
 * Green tests whose order the supplier has lost. They count only if no test is red after the same loss, because another may read
 * the outcome. If a test is red, but perhaps because of a later call, they are a warning.
 */
function createLosses() {
  const green = new Map<string, Played[]>();
  const red = new Map<string, Played[]>();
  const tests = new Map<string, Omit<Played, 'run'>>();
  const keyOf = ({ run, base }: Played): string | undefined => {
    const [only, second] = run.schedule;
    const loss = lossOf(run, base);
    return loss === undefined || !only || second
      ? undefined
      : `${only.operation} ${kindOfInjection(only)} ${loss}`;
  };
  const isRead = (key: string): boolean => red.get(key)?.some(one => !isRefusedAfter(one)) === true;
  async function isRedElsewhere(key: string, { run }: Played, play: PlayRun<Test>): Promise<boolean> {
    const schedule = run.schedule.map(one => ({ ...one, nth: 1 }));
    for (const { flow, base } of tests.values()) {
      if (isRead(key)) return true;
      if (flow.id === run.test?.id || !base.calls.some(call => schedule.some(one => isAt(call, one))))
        continue;
      const again = await play(flow, schedule);
      const seen = { flow, run: again, base };
      const isSame = keyOf(seen) === key;
      // A test that was red may then have undone the loss, such as a fixture that cancels again.
      const isUndone = again.state !== 'not-reached' && heldText(again) === heldText(base);
      if (again.test?.isRed && (isSame || isUndone)) append(red, key, seen);
    }
    return isRead(key);
  }
  return {
    add(seen: Played): void {
      tests.set(seen.flow.id, seen);
      const key = keyOf(seen);
      if (key === undefined) return;
      if (isRed(seen)) append(red, key, seen);
      else if (seen.run.state !== 'broken') append(green, key, seen);
    },
    async unnoticed(play: PlayRun<Test>): Promise<Seen[]> {
      const found: Seen[] = [];
      for (const [key, seen] of green) {
        const [first] = seen;
        if (!first || (await isRedElsewhere(key, first, play))) continue;
        const doubts = red.get(key) ?? [];
        const broken = untrueOf(doubts.length > 0);
        found.push(...[...seen, ...doubts].map(one => ({ ...one, broken: broken(one) })));
      }
      // What is certain about an operation says more than a doubt.
      const operationOf = ({ run }: Played) => run.schedule[0]?.operation;
      const isCertain = ({ broken }: Seen) => broken.level === 'must';
      const certain = found.filter(isCertain).map(operationOf);
      return found.filter(one => isCertain(one) || !certain.includes(operationOf(one)));
    },
  };
}

/** Whether the supplier refused a later call for the lost booking. Then the test may be red without having read the outcome. */
const isRefusedAfter = ({ run, base }: Played): boolean =>
  standing(run) < standing(base) &&
  run.calls
    .slice(run.calls.findIndex(call => run.schedule.some(one => isAt(call, one))) + 1)
    .some(
      call => /^(?:cancel|pay)$/.test(operations[call.operation].effect) && call.answer.startsWith('400'),
    );

const untrueOf =
  (isDoubtful: boolean) =>
  ({ run, base }: Played): Broken => ({
    invariant: 'truth-told',
    level: isDoubtful ? 'should' : 'must',
    message: `The test is green, although the supplier holds ${heldText(run)} in place of ${heldText(base)}, and no other explored test is red after this loss${isDoubtful ? ', except perhaps because the supplier then refused to cancel the booking or to be paid' : ''}. Either the client reports a success, or none of the green tests reads what it reports.`,
    exchanges: [],
  });

const heldText = ({ books }: Run): string => books.services.join(', ') || 'nothing';

/** The statuses of a booking that may still become confirmed. The rules judge whether the client waits for it. */
const undecided: readonly string[] = [
  'pending',
  'on-request',
  'in-progress',
  'technical-problem',
  'credit-blocked',
];

/** Undefined if the supplier holds what it holds without a disturbance. */
function lossOf({ books }: Run, base: Run): string | undefined {
  const held = books.services;
  const before = base.books.services;
  const fewer = (status: string) =>
    held.filter(one => one === status).length < before.filter(one => one === status).length;
  if (held.some(status => undecided.includes(status))) return undefined;
  const isGone = fewer('confirmed');
  const isKept = fewer('cancelled') && standing({ books }) > standing(base);
  if (!isGone && !isKept) return undefined;
  return held.filter((status, index) => status !== before[index]).join(', ') || 'nothing';
}

/** By a run that no test notices, if there is one. */
function describe(seen: readonly [Seen, ...Seen[]], baselineLine: string, effects: Effects): Mistake {
  const effectOf = ({ run }: Seen) => run.schedule.map(one => effects.effectOf(one)).join('+');
  const red = new Set(seen.filter(isRed).map(effectOf));
  const missed = seen.filter(one => !red.has(effectOf(one)));
  const extraOf = ({ run, base }: Seen) => standing(run) - standing(base);
  const [worst] = missed.sort((a, b) => extraOf(b) - extraOf(a));
  const example = worst ?? seen.find(one => one.broken.level === 'must') ?? seen[0];
  const { flow, broken, run } = example;
  const others = seen.filter(one => one !== example);
  return {
    flow,
    broken,
    schedule: run.schedule,
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

const standing = ({ books }: Pick<Run, 'books'>): number =>
  books.services.filter(status => !isFinal(status as ServiceStatus)).length + // the books contain only known statuses
  books.charges.filter(status => status !== 'Declined').length;
