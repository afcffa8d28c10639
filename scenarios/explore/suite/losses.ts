import { isFinal, operations, type ServiceStatus } from '#contracts';
import { append } from '#contracts/util';
import type { Broken, PlayRun, Run } from '../play.ts';
import { hasNeighbour, isAt, kindOfInjection } from '../shorthand.ts';
import type { TracedCall } from '../trace.ts';
import type { Test } from './play-test.ts';

export interface Played {
  readonly flow: Test;
  readonly run: Run;
  /** Without a disturbance. */
  readonly base: Run;
}

/** A run in which the client breaks a rule, or perhaps reports a success although the supplier lost the order. */
export type Seen = Played & { readonly broken: Broken };

export const isRed = ({ run }: Pick<Played, 'run'>): boolean => run.test?.isRed === true;

/**
 * Tests whose order the supplier has lost. The green ones count only if no other test is red after the same loss, because that test
 * may read the outcome. A test that is red because the supplier then refused to cancel the lost booking reads no outcome.
 *
 * @param bases the runs without a disturbance
 * @param others tests that are played only to see whether they are red
 */
export function createLosses(bases: Map<string, Omit<Played, 'run'>>, others: readonly Test[]) {
  const lost = new Map<string, Played[]>();

  async function baseOf(flow: Test, play: PlayRun<Test>): Promise<Run> {
    const { base } = bases.get(flow.id) ?? { base: await play(flow, []) };
    bases.set(flow.id, { flow, base });
    return base;
  }

  /** Plays the other tests, up to one that surely reads the outcome. */
  async function redAfter(
    key: string,
    { flow: lostBy, run }: Played,
    play: PlayRun<Test>,
  ): Promise<Played[]> {
    const red = () => (lost.get(key) ?? []).filter(isRed);
    const schedule = run.schedule.map(one => ({ ...one, nth: 1 }));
    for (const flow of [...[...bases.values()].map(one => one.flow), ...others]) {
      if (red().some(one => !refusedAfter(one))) break;
      const isPlayed = lost.get(key)?.some(one => one.flow.id === flow.id && one.run.schedule[0]?.nth === 1);
      if (isPlayed || flow.id === lostBy.id) continue;
      const base = await baseOf(flow, play);
      if (isRed({ run: base }) || !base.calls.some(call => schedule.some(one => isAt(call, one)))) continue;
      const seen = { flow, run: await play(flow, schedule), base };
      // A test that was red may then have undone the loss, such as a fixture that cancels again. A neighbour alone loses nothing.
      const isUndone =
        !hasNeighbour(schedule) && seen.run.state !== 'not-reached' && heldText(seen.run) === heldText(base);
      if (isRed(seen) && (isUndone || keyOf(seen) === key)) append(lost, key, seen);
    }
    return red();
  }

  return {
    add(seen: Played): void {
      const key = keyOf(seen);
      if (key !== undefined && (isRed(seen) || seen.run.state !== 'broken')) append(lost, key, seen);
    },
    async unnoticed(play: PlayRun<Test>): Promise<Seen[]> {
      const found: Seen[] = [];
      for (const [key, seen] of lost) {
        const green = seen.filter(one => !isRed(one));
        const [first] = green;
        const red = first ? await redAfter(key, first, play) : [];
        if (red.some(one => !refusedAfter(one))) continue;
        const isSure = await areGreenIfAccepted(red, play);
        const exception = red.length === 0 ? '' : isSure ? refusal : perhaps;
        const level = isSure ? 'must' : 'should';
        found.push(
          ...[...green, ...red].map(one => ({
            ...one,
            broken: { ...untrueOf(one, exception), level } as const,
          })),
        );
      }
      // What is certain about an operation says more than a doubt.
      const operationOf = ({ run }: Played) => run.schedule[0]?.operation;
      const isCertain = ({ broken }: Seen) => broken.level === 'must';
      const certain = found.filter(isCertain).map(operationOf);
      return found.filter(one => isCertain(one) || !certain.includes(operationOf(one)));
    },
  };
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
  return run.calls
    .slice(from)
    .find(({ operation, answer }) => isCancelOrPay(operation) && answer.startsWith('400'));
}

const isCancelOrPay = (operation: TracedCall['operation']): boolean =>
  /^(?:cancel|pay)$/.test(operations[operation].effect);

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
export const standing = ({ books }: Pick<Run, 'books'>): number =>
  books.services.filter(status => !isFinal(status as ServiceStatus)).length + // the books contain only known statuses
  books.charges.filter(status => status !== 'Declined').length;
