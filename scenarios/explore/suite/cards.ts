import type { Facts } from '#contracts/exchange';
import { cardNumbersIn, counted } from '#contracts/util';
import type { Broken, CardCounts, Run } from '../play.ts';

/** What can go on in the next piece: the begin of a card number or a UUID. A longer row of digits is cut at any place. */
const begun = /[\da-f .+_-]*$/i;
const maxBegun = 1_000;

/** Searches each piece of an output when it comes, because in millions of digits at once, the search exhausts the stack. */
export function createCardCounter() {
  const counts = new Map<string, number>();
  const rests = { stdout: '', stderr: '' };
  function read(stream: keyof typeof rests, piece: string): void {
    const text = rests[stream] + piece;
    const [rest] = begun.exec(text.slice(-maxBegun)) ?? [''];
    rests[stream] = rest;
    for (const number of cardNumbersIn(text.slice(0, text.length - rest.length)))
      counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return {
    read,
    /** How often each number is in the output, which has ended. */
    all(): ReadonlyMap<string, number> {
      read('stdout', '\n');
      read('stderr', '\n');
      return counts;
    },
  };
}

/** By the last four digits, because a call keeps no more of a card. Numbers in `command`, such as in the name of a test, do not count. */
export function cardsIn(
  facts: readonly Facts[],
  all: ReadonlyMap<string, number>,
  command: string,
): CardCounts {
  const sent = facts.flatMap(({ request: { payment } }) => payment?.card?.last4 || []);
  const own = cardNumbersIn(command);
  let written = 0;
  for (const [number, times] of all)
    if (sent.includes(number.slice(-4)) && !own.includes(number)) written += times;
  return { sent: sent.length, written };
}

const invariant = 'clean-output';

/** One output does not show which program wrote a number. */
export const writtenCard: Broken = {
  invariant,
  level: 'should',
  message:
    'The output of the green test contains the number of a card with which it paid. Either the client wrote it, or the test itself. More people can read logs than bookings.',
  exchanges: [],
};

/**
 * A test writes its card equally often, however often the client sends it. So an output with more of both is of the client. But a runner
 * that repeats a red test repeats its Searches, too.
 */
export function withProof(broken: Broken, run: Run, base: Run): Broken {
  const { cards } = run.test ?? {};
  const { cards: before } = base.test ?? {};
  if (broken.invariant !== invariant || !cards || !before) return broken;
  const searchesOf = ({ calls }: Run) => calls.filter(one => one.operation.endsWith('.search')).length;
  const isRepeated = searchesOf(run) > searchesOf(base);
  if (isRepeated || cards.sent <= before.sent || cards.written <= before.written) return broken;
  const message = `The client writes the number of a card when it sends the card: the output of the green test contains the number ${counted(cards.written, 'time')} after ${counted(cards.sent, 'call')} with a card, and ${counted(before.written, 'time')} after ${before.sent} without a disturbance. More people can read logs than bookings.`;
  return { ...broken, level: 'must', message };
}

export const isProof = (one: Broken): boolean => one.invariant === invariant && one.level === 'must';
