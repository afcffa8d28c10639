import { readPages } from '#contracts/control';
import type { BookingRecord } from '#mock-server/books/records/records';
import { createHotelClient } from '../../hotel-client.ts';
import { controlOf, credential, sandboxId } from './addresses.ts';
import { callsFor } from './booking-calls.ts';
import { bookingModel } from './booking-model.ts';
import type { BookingHistory, History } from './history.ts';
import { endHolds } from './holds.ts';
import { type StoredCalls, wrongJournal } from './journal-checks.ts';
import { isLinearisable } from './linearise.ts';
import { type ExportedState, halfDone, wrongClock } from './state-checks.ts';

/** Sends every DoBooking without an answer again. Returns a sentence for each lost or repeated change. Without `known`, no journal. */
export async function verifyRestart(url: string, history: History, known?: StoredCalls): Promise<string[]> {
  await endHolds(url);
  const before = await look(url, history);
  const wrong = [...wrongClock(before, history), ...halfDone(before)];
  if (known) wrong.push(...(await wrongJournal(url, { history, known }, before)));
  wrong.push(...(await wrongRetries(url, history, before)));
  const after = await look(url, history);
  wrong.push(...wrongReferences(after, history), ...halfDone(after));
  wrong.push(...(await lostControlChanges(url, history)));
  wrong.push(...history.repeated.splice(0).map(exchange => `exchange ${exchange} was answered twice`));
  return [...wrong, ...history.bookings.flatMap(contradictions)];
}

/** The state of a restarted server, and its bookings by the references of their services. */
interface Look extends ExportedState {
  readonly byReference: ReadonlyMap<string, readonly BookingRecord[]>;
}

/** Exports the sandbox, and records what the export shows of each booking. */
async function look(url: string, history: History): Promise<Look> {
  const state = await exportState(url);
  const byReference = Map.groupBy(state.store.bookings, ({ services }) => services[0]?.reference ?? '');
  for (const booking of history.bookings) {
    const [record] = byReference.get(booking.reference) ?? [];
    const output = record ? shownInExport(record) : 'absent';
    const last = booking.calls.at(-1);
    // An equal export says nothing new.
    if (last?.input.call === 'export' && last.output === output) continue;
    await history.record(booking, { call: 'export' }, async () => ({ output }));
  }
  return { ...state, byReference };
}

async function exportState(url: string): Promise<ExportedState> {
  const { state, ...file } = Object((await controlOf(url).ask('exportSandbox', { id: sandboxId })).body);
  return { ...file, ...state };
}

function shownInExport({ services, payments }: BookingRecord): string {
  const charges = payments.filter(({ status }) => status === 'Approved').length;
  return `${services.map(({ truth }) => truth).join(' ')}, ${charges} charges`;
}

/** Sends every DoBooking without an answer again, with its Idempotency-Key. */
async function wrongRetries(url: string, history: History, { byReference }: Look): Promise<string[]> {
  const client = createHotelClient(fetch, { baseUrl: `${url}/sandbox/${sandboxId}`, credential });
  const control = controlOf(url);
  const wrong: string[] = [];
  for (const one of history.bookings) {
    if (one.book !== 'sent') continue;
    const known = byReference.get(one.reference)?.[0];
    const { status, text, exchange } = await callsFor(one, { client, control, history }).book();
    if (exchange <= history.exchange) wrong.push(`exchange ${exchange} was numbered twice`);
    if (status === 200 && known && one.bookingId !== known.id)
      wrong.push(`${one.reference} was booked again`);
    if (status === 200) continue;
    one.book = 'given up';
    // A crash may lose the newest tokens. The client then begins again with a Search.
    const isTokenLost = !known && text.includes('TokenUnknown');
    if (!isTokenLost) wrong.push(`the retry of ${one.reference} was answered ${status}: ${text}`);
  }
  return wrong;
}

/** Finds bookings that no client has made, that were made twice, and that have lost their id. */
function* wrongReferences({ byReference }: Look, { bookings }: History): Generator<string> {
  const known = new Map(bookings.map(booking => [booking.reference, booking]));
  for (const [reference, records] of byReference) {
    const { bookingId } = known.get(reference) ?? {};
    if (!known.has(reference)) yield `${reference} is not from this test`;
    if (records.length > 1) yield `${reference} was booked ${records.length} times`;
    if (bookingId !== undefined && records[0]?.id !== bookingId) yield `${reference} has another id`;
  }
}

/** Returns a sentence if the answers about a booking contradict each other. Later answers are then judged alone. */
function contradictions(booking: BookingHistory): string[] {
  if (booking.checked === booking.calls.length) return [];
  booking.checked = booking.calls.length;
  if (isLinearisable(booking.calls, bookingModel)) return [];
  const calls = booking.calls.map(call => `  ${JSON.stringify(call)}`).join('\n');
  return [`no order of these calls explains the answers about ${booking.reference}:\n${calls}`];
}

async function lostControlChanges(url: string, { faults, sandboxes }: History): Promise<string[]> {
  const idsOf = async (path: string): Promise<Set<string>> => {
    const ids = new Set<string>();
    for await (const page of readPages(`${url}/_control/${path}`, fetch)) {
      const entries: { id: string }[] = await page.json();
      for (const { id } of entries) ids.add(id);
    }
    return ids;
  };
  const armed = await idsOf(`sandboxes/${sandboxId}/faults`);
  const created = await idsOf('sandboxes');
  const lost = (what: string, known: Map<string, string>, kept: Set<string>) =>
    [...known].flatMap(([id, how]) => (how === 'answered' && !kept.has(id) ? [`${what} ${id} is lost`] : []));
  return [...lost('fault', faults, armed), ...lost('sandbox', sandboxes, created)];
}
