import { isFinal } from '#contracts';
import type { SandboxState } from '#mock-server';
import type { BookingRecord } from '#mock-server/store/records';
import { createHotelClient } from '../hotel-client.ts';
import type { BookingHistory, History } from './history.ts';
import { clockStart, credential, sandboxId } from './load.ts';

/**
 * Compares a restarted server with the history of its clients, and sends every DoBooking without an answer again.
 *
 * @returns a sentence for each answered change that is lost, each operation that is half done, and each repeated booking
 */
export async function verifyRestart(url: string, history: History): Promise<string[]> {
  const before = await exportState(url);
  const wrong = [...lostChanges(before, history), ...halfDone(before)];
  wrong.push(...(await wrongRetries(url, history, before)));
  const after = await exportState(url);
  const references = after.store.bookings.flatMap(({ services }) =>
    services.flatMap(({ reference }) => reference ?? []),
  );
  const known = new Set(history.bookings.map(({ reference }) => reference));
  for (const [index, reference] of references.entries()) {
    if (references.indexOf(reference) !== index) wrong.push(`${reference} was booked twice`);
    if (!known.has(reference)) wrong.push(`${reference} is not from this test`);
  }
  wrong.push(...(await lostControlChanges(url, history)), ...halfDone(after));
  return wrong;
}

async function exportState(url: string): Promise<SandboxState> {
  const response = await fetch(`${url}/_control/sandboxes/${sandboxId}/export`);
  if (!response.ok) throw new Error(`the export was answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<SandboxState>; // the control API describes this file
}

const byReference = ({ store }: SandboxState, reference: string): BookingRecord | undefined =>
  store.bookings.find(({ services }) => services.some(service => service.reference === reference));

function* lostChanges(state: SandboxState, history: History): Generator<string> {
  const { clock } = state;
  const latest = Date.parse(clockStart) + 1_000 * history.advances;
  if (history.clock !== '' && clock.now < Date.parse(history.clock))
    yield `the clock went back to ${clock.now}`;
  if (clock.now > latest) yield `the clock advanced to ${clock.now}, later than ${latest}`;
  if (state.journal.next <= history.exchange) yield `exchange ${history.exchange} can be numbered again`;
  for (const one of history.bookings) yield* lostIn(byReference(state, one.reference), one);
}

function* lostIn(booking: BookingRecord | undefined, history: BookingHistory): Generator<string> {
  const { reference, book, bookingId, cancel, pay } = history;
  if (!booking) {
    if (book === 'answered') yield `${reference} was answered and is lost`;
    return;
  }
  if (bookingId !== undefined && booking.id !== bookingId) yield `${reference} has another id`;
  if (cancel === 'answered' && !booking.services.every(({ truth }) => isFinal(truth)))
    yield `the cancellation of ${reference} is lost`;
  const approved = booking.payments.filter(({ status }) => status === 'Approved').length;
  if (pay === 'answered' && approved === 0) yield `the payment of ${reference} is lost`;
  if (approved > 1) yield `${reference} was charged ${approved} times`;
}

/** Compares the bookings with the rows that the same operations have written: booked rooms and due events. */
function* halfDone({ store, clock }: SandboxState): Generator<string> {
  const rooms = new Map<string, number>();
  for (const { services } of store.bookings)
    for (const { truth, units } of services)
      if (!isFinal(truth)) for (const unit of units) rooms.set(unit, (rooms.get(unit) ?? 0) + 1);
  const booked = new Map(store.booked);
  for (const unit of new Set([...rooms.keys(), ...booked.keys()]))
    if (rooms.get(unit) !== booked.get(unit))
      yield `${booked.get(unit)} of ${rooms.get(unit)} rooms ${unit} are booked`;
  for (const { id, services } of store.bookings)
    for (const { id: serviceId, timeline, plan } of services)
      for (const { at } of timeline)
        if (
          at > clock.now &&
          !store.due.some(row => row.serviceId === serviceId && row.plan === plan && row.at === at)
        )
          yield `booking ${id} has no due event at ${at}`;
  for (const { bookingId } of store.due)
    if (!store.bookings.some(({ id }) => id === bookingId)) yield `a due event has no booking ${bookingId}`;
}

/** Sends every DoBooking without an answer again, with its Idempotency-Key. */
async function wrongRetries(url: string, history: History, before: SandboxState): Promise<string[]> {
  const client = createHotelClient(fetch, { baseUrl: `${url}/sandbox/${sandboxId}`, credential });
  const wrong: string[] = [];
  for (const one of [...history.bookings]) {
    if (one.book === 'answered') continue;
    const known = byReference(before, one.reference);
    const headers = { 'idempotency-key': one.idempotencyKey };
    const {
      status,
      body,
      text,
      headers: answered,
    } = await client.call('hotel.doBooking', one.body, { headers });
    if (Number(answered.get('x-understudy-exchange')) <= history.exchange)
      wrong.push(`exchange ${answered.get('x-understudy-exchange')} was numbered twice`);
    // A crash may lose the newest tokens. The client then begins again with a Search.
    const isTokenLost = !known && text.includes('TokenUnknown');
    if (status !== 200 && !isTokenLost)
      wrong.push(`the retry of ${one.reference} was answered ${status}: ${text}`);
    if (status === 200 && known && body.BookingId !== known.id)
      wrong.push(`${one.reference} was booked again`);
    if (status === 200) Object.assign(one, { book: 'answered', bookingId: body.BookingId });
    else history.bookings.splice(history.bookings.indexOf(one), 1);
  }
  return wrong;
}

async function lostControlChanges(url: string, { faults, sandboxes }: History): Promise<string[]> {
  const list = async (path: string): Promise<{ id: string }[]> =>
    (await fetch(`${url}/_control/${path}`)).json();
  const armed = new Set((await list(`sandboxes/${sandboxId}/faults`)).map(({ id }) => id));
  const created = new Set((await list('sandboxes')).map(({ id }) => id));
  const lost = (what: string, known: Map<string, string>, kept: Set<string>) =>
    [...known].flatMap(([id, how]) => (how === 'answered' && !kept.has(id) ? [`${what} ${id} is lost`] : []));
  return [...lost('fault', faults, armed), ...lost('sandbox', sandboxes, created)];
}
