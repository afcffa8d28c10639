import type { Facts } from '#contracts/exchange';
import { controlOf, sandboxId } from './addresses.ts';
import type { AnsweredCall, History } from './history.ts';
import type { ExportedState } from './state-checks.ts';

/** The calls of a sandbox that an earlier check has found in the store, as JSON texts by number. */
export type StoredCalls = Map<number, string>;

type Store = ExportedState['store'];

/** A sentence for each contradiction with the clients' answers, the bookings and the calls of the last check (`known`, which grows). */
export async function wrongJournal(
  url: string,
  { history, known }: { history: History; known: StoredCalls },
  { store }: ExportedState,
): Promise<string[]> {
  const control = controlOf(url);
  const { body } = await control.ask('listExchanges', { id: sandboxId, query: '?bodies=false' });
  const facts = body as Facts[]; // without bodies, an exchange is its facts
  await control.ask('judgeSandbox', { id: sandboxId });
  const stored = new Map(facts.map(one => [one.number, one]));
  const wrong = [
    ...wrongNumbers(facts),
    ...lostCalls(history, stored),
    ...withoutBooking(facts, new Set(store.bookings.map(({ id }) => id))),
    ...withoutCall(history, facts, store),
    ...[...known].flatMap(([number, text]) =>
      JSON.stringify(stored.get(number)) === text ? [] : [`the stored call ${number} is lost or differs`],
    ),
  ];
  for (const [number, one] of stored) known.set(number, JSON.stringify(one));
  return wrong;
}

function* wrongNumbers(facts: readonly Facts[]): Generator<string> {
  for (const [index, { number }] of facts.entries()) {
    const last = facts[index - 1]?.number ?? 0;
    if (number <= last) yield `call ${number} follows call ${last} in the journal`;
  }
}

/** An answer that reports a change is sent after the store has the call, and all calls of that server that ended before. */
function* lostCalls({ answers }: History, stored: ReadonlyMap<number, Facts>): Generator<string> {
  const lastChanges = new Map<string, number>();
  for (const one of answers)
    if (isChange(one)) lastChanges.set(one.server, Math.max(lastChanges.get(one.server) ?? 0, one.sent));
  for (const one of answers) {
    const { number, path, status, ended, server } = one;
    if (!isChange(one) && ended > (lastChanges.get(server) ?? 0)) continue;
    const found = stored.get(number);
    if (!found)
      yield `call ${number} to ${path} is lost, although this call or a later one has changed bookings`;
    else if (!path.endsWith(found.url.split('?')[0] ?? '') || found.status !== status)
      yield `call ${number} to ${path} is stored as ${found.status} of ${found.url}`;
  }
}

const isChange = ({ path, status }: AnsweredCall): boolean =>
  status === 200 && /\/(DoBooking|Cancel\w*|payBooking)$/i.test(path);

/** The store gets a DoBooking with its booking, unless a fault holds the call after its effect. */
function* withoutCall(
  { heldAfterEffect }: History,
  facts: readonly Facts[],
  store: Store,
): Generator<string> {
  const booked = new Set(
    facts.flatMap(({ operation, request }) => (operation === 'hotel.doBooking' ? request.reference : [])),
  );
  for (const { id, services } of store.bookings) {
    const reference = services[0]?.reference ?? '';
    if (!booked.has(reference) && !heldAfterEffect.has(reference))
      yield `the call that has made booking ${id} of ${reference} is lost`;
  }
}

/** The store never has a DoBooking without its booking. The record of an answer with a fault can lack the id. */
function* withoutBooking(facts: readonly Facts[], bookings: ReadonlySet<string>): Generator<string> {
  for (const { number, operation, answer, status } of facts)
    if (
      operation === 'hotel.doBooking' &&
      status === 200 &&
      answer.bookingId &&
      !bookings.has(answer.bookingId)
    )
      yield `call ${number} has made booking ${answer.bookingId}, which is lost`;
}
