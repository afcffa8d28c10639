import type { BookingView } from '#contracts/control';
import type { Facts } from '#contracts/exchange';
import { bookingsOf, type Sandbox, type Sandboxes } from '#mock-server';

/** How often something was asked for, and how often which answer was given. */
export interface Asked {
  readonly operation: string;
  readonly calls: number;
  /** By what came of a call, such as `200` or `connection cut`. */
  readonly answers: ReadonlyMap<string, number>;
}

/** A fault, and how many calls it has hit. */
export interface Hit {
  readonly sandbox: string;
  readonly id: string;
  readonly kind: string;
  readonly fired: number;
}

/** What a stand-in was asked for, and what it holds, in all its sandboxes together. */
export interface Tally {
  readonly asked: readonly Asked[];
  readonly bookings: readonly (BookingView & { readonly sandbox: string })[];
  readonly faults: readonly Hit[];
  /** Calls that the journals had no room for any more. */
  readonly forgotten: number;
}

/**
 * Follows what is asked of the sandboxes of a stand-in, those included that are removed or reset meanwhile.
 *
 * @returns what gives the tally at any later time
 */
export function createTally(sandboxes: Sandboxes): () => Tally {
  const gone: Tally[] = [];
  sandboxes.onGone(sandbox => gone.push(tallyOf(sandbox)));
  return () => sum([...gone, ...sandboxes.list().map(tallyOf)]);
}

function tallyOf(sandbox: Sandbox): Tally {
  const { identity, journal, faults } = sandbox;
  const facts = journal.read().map(entry => entry.facts);
  const armed = faults.list().map(({ id, effect: { kind } }) => ({ id, kind, fired: 0 }));
  const hits = facts.flatMap(({ faults: met = [] }) => met.map(({ id, kind }) => ({ id, kind, fired: 1 })));
  return {
    asked: sumAsked(
      facts.map(one => ({ operation: nameOf(one), calls: 1, answers: new Map([[answerOf(one), 1]]) })),
    ),
    bookings: bookingsOf(sandbox).map(booking => ({ ...booking, sandbox: identity.id })),
    faults: sumHits([...armed, ...hits].map(hit => ({ ...hit, sandbox: identity.id }))),
    forgotten: journal.lost().facts,
  };
}

function sum(tallies: readonly Tally[]): Tally {
  return {
    asked: sumAsked(tallies.flatMap(({ asked }) => asked)),
    bookings: tallies.flatMap(({ bookings }) => bookings),
    faults: sumHits(tallies.flatMap(({ faults }) => faults)),
    forgotten: tallies.reduce((all, { forgotten }) => all + forgotten, 0),
  };
}

function sumAsked(all: readonly Asked[]): Asked[] {
  return [...Map.groupBy(all, ({ operation }) => operation)].map(([operation, parts]) => {
    const answers = new Map<string, number>();
    for (const [answer, times] of parts.flatMap(part => [...part.answers]))
      answers.set(answer, (answers.get(answer) ?? 0) + times);
    return { operation, calls: parts.reduce((calls, part) => calls + part.calls, 0), answers };
  });
}

function sumHits(all: readonly Hit[]): Hit[] {
  return [...Map.groupBy(all, ({ sandbox, id }) => `${sandbox} ${id}`).values()].flatMap(parts => {
    const fired = parts.reduce((times, part) => times + part.fired, 0);
    return parts.slice(0, 1).map(first => ({ ...first, fired }));
  });
}

function nameOf({ operation, tool }: Facts): string {
  return operation ?? (tool ? 'tool server' : 'unknown address');
}

function answerOf({ status, closed, answer }: Facts): string {
  if (closed === undefined) return 'not answered yet';
  const given = status === undefined ? '' : `${status} `;
  if (closed.ending === 'reset') return `${given}connection cut`;
  if (closed.ending === 'client-gone') return `${given}client gave up`;
  return status === 200 && answer.errors ? '200 with Errors' : String(status);
}
