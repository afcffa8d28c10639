import type { Facts } from '#contracts/exchange';
import { cardNumbersIn, counted } from '#contracts/util';
import type { Broken, CardCounts, Run } from '../play.ts';

/** How often each card number is in an output, by its last four digits, because a call keeps no more of the card. */
export type WrittenCards = ReadonlyMap<string, number>;

/** The end of a text that can be the begin of a card number or a UUID. */
const begun = /[\da-f .+_-]*$/i;
/** Of a number with its separators. A longer row of digits is cut at any place. */
const maxBegun = 1_000;

/** Numbers in `command`, such as in the name of a test, do not count. */
export function createCardCounter(command: string) {
  const own = cardNumbersIn(command);
  const counts = new Map<string, number>();
  const rests = new Map<string, string>();
  const count = (text: string): void => {
    for (const number of cardNumbersIn(text)) {
      const last4 = number.slice(-4);
      if (!own.includes(number)) counts.set(last4, (counts.get(last4) ?? 0) + 1);
    }
  };
  return {
    /** Reads a piece of an output. Its last number may go on in the next piece of the same stream. */
    read(text: string, stream = 'stdout'): void {
      const all = (rests.get(stream) ?? '') + text;
      const last = all.slice(-maxBegun);
      const end = all.length - last.length + last.search(begun);
      rests.set(stream, all.slice(end));
      count(all.slice(0, end));
    },
    all(): WrittenCards {
      for (const rest of rests.values()) count(rest);
      rests.clear();
      return counts;
    },
  };
}

export function cardsIn(facts: readonly Facts[], cards: WrittenCards): CardCounts {
  const sent = facts.flatMap(({ request: { payment } }) => payment?.card?.last4 || []);
  let written = 0;
  for (const last4 of new Set(sent)) written += cards.get(last4) ?? 0;
  const searches = facts.filter(({ operation }) => operation?.endsWith('.search')).length;
  return { sent: sent.length, written, searches };
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
  const isRepeated = cards.searches > before.searches;
  if (isRepeated || cards.sent <= before.sent || cards.written <= before.written) return broken;
  const message = `The client writes the number of a card when it sends the card: the output of the green test contains the number ${counted(cards.written, 'time')} after ${counted(cards.sent, 'call')} with a card, and ${counted(before.written, 'time')} after ${before.sent} without a disturbance. More people can read logs than bookings.`;
  return { ...broken, level: 'must', message };
}

export const isProof = (one: Broken): boolean => one.invariant === invariant && one.level === 'must';
