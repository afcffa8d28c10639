import type { Facts } from '#contracts/exchange';
import { cardNumbersIn, counted } from '#contracts/util';
import type { Broken, CardCounts, Run } from '../play.ts';

/** By the last four digits, because a call keeps no more of a card. Numbers in `command`, such as in the name of a test, do not count. */
export function cardsIn(facts: readonly Facts[], outputs: readonly string[], command: string): CardCounts {
  const sent = facts.flatMap(({ request: { payment } }) => payment?.card?.last4 || []);
  const own = cardNumbersIn(command);
  const written = outputs.flatMap(cardNumbersIn).filter(number => !own.includes(number));
  return { sent: sent.length, written: written.filter(number => sent.includes(number.slice(-4))).length };
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
