import { isFinal, operations, type ServiceStatus } from '#contracts';
import { append } from '#contracts/util';
import type { ExplorationFailure } from '../../report/index.ts';
import type { Counterexample, Found } from '../counterexamples.ts';
import { hasNeighbour, isAt, kindOfInjection } from '../injections.ts';
import { type Broken, nameOfFailure, orStopped, type PlayRun, type Run } from '../play.ts';
import type { Effects } from '../search.ts';
import type { TracedCall } from '../trace.ts';
import { isProof, writtenCard } from './cards.ts';
import type { Test } from './play-test.ts';

interface Played {
  readonly flow: Test;
  readonly run: Run;
  /** Without a disturbance. */
  readonly base: Run;
}

/** A run in which the client breaks a rule, or perhaps reports a success although the supplier lost the order. */
type Seen = Played & { readonly broken: Broken };

const isRed = ({ run }: Pick<Played, 'run'>): boolean => run.test?.isRed === true;

const isCertain = ({ broken }: Pick<Seen, 'broken'>): boolean => broken.level === 'must';

/** What the tests say about a mistake of their client. A test that is red under one disturbance of an effect notices the effect. */
type Notice = Omit<NonNullable<ExplorationFailure['suite']>, 'fixture'>;

/** A rule that the client breaks when an operation is disturbed, with an example that no test notices, if there is one. */
export type Mistake = Counterexample<Test> & { readonly notice: Notice };

/**
 * With two verdicts on each run: of the rules on the client, and of the test on the run.
 *
 * @param others tests that are played only to see whether they notice what no explored test notices
 */
export function createMistakes(effects: Effects, others: readonly Test[] = []) {
  const bases = new Map<Test, Run>();
  const places = new Map<string, [Seen, ...Seen[]]>();
  const losses = new Map<string, Played[]>();

  function addSeen(seen: Seen): void {
    const { flow, broken, run } = seen;
    const name = nameOfFailure(broken);
    const operations = run.schedule.map(one => one.operation);
    const isOf = (operation: string) => places.get(`${operation}: ${name}`)?.some(one => one.flow === flow);
    // A pair shows nothing new if one of its disturbances is enough.
    if (operations.length > 1 && operations.some(isOf)) return;
    append(places, `${operations.join('+') || 'none'}: ${name}`, seen);
  }

  return {
    count: () => places.size,
    add(flow: Test, run: Run): void {
      if (run.schedule.length === 0) bases.set(flow, run);
      if (run.state !== 'broken' && run.state !== 'warned' && run.state !== 'held') return;
      const played = { flow, run, base: bases.get(flow) ?? run };
      for (const broken of run.broken) addSeen({ ...played, broken });
      const loss = keyOf(played);
      if (loss !== undefined && (isRed(played) || run.state !== 'broken')) append(losses, loss, played);
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
      const unnoticed = unnoticedIn(losses.values(), { bases, others, play });
      for (const lost of await unnoticed.catch(orStopped(signal, []))) addSeen(lost);
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
function describe(seen: readonly [Seen, ...Seen[]], line: string, effects: Effects): Mistake {
  const effectOf = ({ run }: Seen) => run.schedule.map(one => effects.effectOf(one)).join('+');
  const red = new Set(seen.filter(isRed).map(effectOf));
  const missed = seen.filter(one => !red.has(effectOf(one)));
  const extraOf = ({ run, base }: Seen) => standing(run) - standing(base);
  const [worst] = missed.sort(
    (a, b) => Number(isCertain(b)) - Number(isCertain(a)) || extraOf(b) - extraOf(a),
  );
  const example = worst ?? seen.find(isCertain) ?? seen[0];
  const others = seen.filter(one => one !== example);
  const namesOf = (all: readonly Seen[]) => [...new Set(all.map(({ flow }) => flow.id))];
  return {
    ...example,
    runs: seen.length,
    also: others.map(({ flow, run }) => ({ flow, schedule: run.schedule })),
    lines: [line],
    notice: {
      effects: new Set(seen.map(effectOf)).size,
      noticed: red.size,
      noticedBy: namesOf(seen.filter(isRed)),
      missedBy: namesOf(seen.filter(one => !isRed(one))),
      extra: extraOf(example),
    },
  };
}

/** Mistakes that no test notices come first, and then those that leave the most bookings and charges at the supplier. */
const costOf = ({ notice: { effects, noticed, extra } }: Mistake): number =>
  (effects > noticed ? 1_000 : 0) + extra;

interface Tests {
  /** The runs without a disturbance. */
  readonly bases: Map<Test, Run>;
  /** Tests that are played only to see whether they are red. */
  readonly others: readonly Test[];
  readonly play: PlayRun<Test>;
}

/**
 * Tests whose order the supplier has lost. The green ones count only if no other test is red after the same loss, because that test
 * may read the outcome. A test that is red because the supplier then refused to cancel the lost booking reads no outcome.
 */
async function unnoticedIn(losses: Iterable<Played[]>, tests: Tests): Promise<Seen[]> {
  const found: Seen[] = [];
  for (const known of losses) {
    const green = known.filter(one => !isRed(one));
    const [first] = green;
    if (!first) continue;
    const red = await redAfter(known, first, tests);
    if (red.some(readsOutcome)) continue;
    const isSure = await areGreenIfAccepted(red, tests.play);
    const exception = red.length === 0 ? '' : isSure ? refusal : perhaps;
    const level = isSure ? 'must' : 'should';
    for (const one of [...green, ...red])
      found.push({ ...one, broken: { ...untrueOf(one, exception), level } });
  }
  // What is certain about an operation says more than a doubt.
  const operationOf = ({ run }: Played) => run.schedule[0]?.operation;
  const certain = found.filter(isCertain).map(operationOf);
  return found.filter(one => isCertain(one) || !certain.includes(operationOf(one)));
}

/** Plays the other tests after the loss of a green one, up to one that surely reads the outcome. Returns the red ones. */
async function redAfter(known: Played[], green: Played, { bases, others, play }: Tests): Promise<Played[]> {
  const schedule = green.run.schedule.map(one => ({ ...one, nth: 1 }));
  for (const flow of [...bases.keys(), ...others]) {
    if (known.some(readsOutcome)) break;
    const isPlayed = known.some(one => one.flow === flow && one.run.schedule[0]?.nth === 1);
    if (isPlayed || flow === green.flow) continue;
    const base = bases.get(flow) ?? (await play(flow, []));
    bases.set(flow, base);
    if (isRed({ run: base }) || !base.calls.some(call => schedule.some(one => isAt(call, one)))) continue;
    const seen = { flow, run: await play(flow, schedule), base };
    // A test that was red may then have undone the loss, such as a fixture that cancels again. A neighbour alone loses nothing.
    const isUndone =
      !hasNeighbour(schedule) && seen.run.state !== 'not-reached' && heldText(seen.run) === heldText(base);
    if (isRed(seen) && (isUndone || keyOf(seen) === keyOf(green))) known.push(seen);
  }
  return known.filter(isRed);
}

/** Equal for equal losses by equal disturbances. Undefined without a loss, and after several disturbances. */
function keyOf({ run, base }: Played): string | undefined {
  const [only, second] = run.schedule;
  const loss = lossOf(run, base);
  if (loss === undefined || !only || second) return undefined;
  return `${only.operation} ${kindOfInjection(only)} ${loss}`;
}

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

/** A later call for the lost booking that the supplier refused. The test may be red without having read the outcome. */
function refusedAfter({ run, base }: Played): TracedCall | undefined {
  if (standing(run) >= standing(base)) return undefined;
  const from = run.calls.findIndex(call => run.schedule.some(one => isAt(call, one))) + 1;
  return run.calls.slice(from).find(({ operation, answer }) => {
    const { effect } = operations[operation];
    return (effect === 'cancel' || effect === 'pay') && answer.startsWith('400');
  });
}

const readsOutcome = (one: Played): boolean => isRed(one) && !refusedAfter(one);

const refusal = ', except tests that are red only because the supplier then refused to cancel the booking';
const perhaps =
  ', except tests that may be red only because the supplier then refused a cancellation or a payment';

/** Plays each test once more with a supplier that accepts the later cancellation. */
async function areGreenIfAccepted(red: readonly Played[], play: PlayRun<Test>): Promise<boolean> {
  for (const one of red) {
    const call = refusedAfter(one);
    if (!call || operations[call.operation].effect !== 'cancel') return false;
    const { operation, nth } = call;
    const accepted = { operation, nth, effect: { kind: 'business', bookingStatus: 'Cancelled' } } as const;
    const { state, test } = await play(one.flow, [...one.run.schedule, accepted]);
    if (state === 'not-reached' || test?.isRed !== false) return false;
  }
  return true;
}

const untrueOf = ({ run, base }: Played, exception: string): Omit<Broken, 'level'> => ({
  invariant: 'truth-told',
  message: `The test is green, although the supplier holds ${heldText(run)} in place of ${heldText(base)}, and no other explored test is red after this loss${exception}. Either the client reports a success, or none of the green tests reads what it reports.`,
  exchanges: [],
});

const heldText = ({ books }: Run): string => books.services.join(', ') || 'nothing';

/** Bookings and charges that the supplier may still provide or keep. */
const standing = ({ books }: Pick<Run, 'books'>): number =>
  books.services.filter(status => !isFinal(status as ServiceStatus)).length + // the books contain only known statuses
  books.charges.filter(status => status !== 'Declined').length;
