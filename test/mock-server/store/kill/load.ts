import type { HotelRoomOffer, OperationId } from '#contracts';
import { hash32 } from '#mock-server/clock/seed';
import type { Fetch } from '../../control/control-client.ts';
import { bookingBody, createHotelClient, type HotelClient } from '../../hotel-client.ts';
import { offered, paymentOf, plans } from '../../payment-client.ts';
import { type Control, clockStart, controlOf, credential, sandboxId } from './addresses.ts';
import { type BookingCalls, callsFor } from './booking-calls.ts';
import type { BookingHistory, History } from './history.ts';
import { type HeldCall, holds, whileHeld } from './holds.ts';

export interface Load {
  readonly urls: readonly string[];
  readonly seed: string;
  readonly history: History;
  /** Called before every request. The function can end the server at a seeded request. */
  onRequest(): void;
}

const clients = 6;

/** Each client stops at its first request to a server that has ended. Several calls for one booking run at the same time. */
export async function playLoad(load: Load): Promise<void> {
  await Promise.all(Array.from({ length: clients }, (_, index) => playClient(load, index)));
}

interface Player extends Load {
  /** Each request of the two clients goes to any of the servers. */
  readonly client: HotelClient;
  readonly control: Control;
  draw(what: string, below: number): number;
}

/** A client whose requests end with the server: `fetch` then rejects, and the client stops. */
async function playClient(load: Load, index: number): Promise<void> {
  const draw = (what: string, below: number) => hash32(`${load.seed} ${index} ${what}`) % below;
  const [url = ''] = load.urls;
  const send = createSend(load);
  const client = createHotelClient(send, { baseUrl: `${url}/sandbox/${sandboxId}`, credential });
  const control = controlOf(url, send);
  for (let step = 0; ; step += 1) {
    const drawForStep = (what: string, below: number) => draw(`${what} ${step}`, below);
    try {
      await playStep({ ...load, client, control, draw: drawForStep }, `${load.seed}-${index}-${step}`);
    } catch (error) {
      if (error instanceof TypeError) return; // `fetch failed`: the server has ended
      throw error;
    }
  }
}

async function playStep(player: Player, name: string): Promise<void> {
  const { history, draw } = player;
  const kind = draw('kind', 12);
  if (kind === 0) return await advance(player);
  if (kind === 1) return await arm(player, name);
  if (kind === 2) return await createSandbox(player, name);
  const known = history.bookings.filter(({ bookingId }) => bookingId !== undefined);
  const booking = kind < 5 ? known[draw('booking', known.length + 1)] : undefined;
  await changeTogether(player, name, booking ?? (await makeBooking(player, name)));
}

function createSend({ urls, seed, onRequest, history }: Load): Fetch {
  return async (address, init) => {
    onRequest();
    history.requests += 1;
    const { origin } = new URL(address);
    const chosen = urls[hash32(`${seed} server ${history.requests}`) % urls.length] ?? origin;
    const url = address.replace(origin, chosen);
    return history.note(url, () => fetch(url, init));
  };
}

/** Books a hotel, sometimes by two equal DoBookings at the same time, while another call looks for the reference. */
async function makeBooking(player: Player, name: string): Promise<BookingHistory> {
  const { history, client, draw } = player;
  const isOnRequest = draw('plan', 4) === 0;
  // Each day has its own rooms, so that not all rooms are booked after many kills.
  const day = Date.parse(clockStart) + (20 + draw('day', 300)) * 86_400_000;
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  const search = await client.search({
    CheckinDate: date(day),
    CheckoutDate: date(day + 2 * 86_400_000),
    ReturnOnRequestRooms: isOnRequest,
  });
  const isWanted = (room: HotelRoomOffer) => plans.payLater(room) && plans.onRequest(room) === isOnRequest;
  const conditions = await client.conditions(search, { isWanted });
  const booking: BookingHistory = {
    reference: `trip-${name}`,
    idempotencyKey: `key-${name}`,
    body: { ...bookingBody(conditions), ExternalReference: `trip-${name}` },
    status: isOnRequest ? 'on-request' : 'confirmed',
    payment: paymentOf(offered(conditions)[0]),
    calls: [],
    checked: 0,
    book: 'sent',
  };
  history.bookings.push(booking);
  const calls = callsFor(booking, player);
  const twice = draw('twice', 3) === 0;
  const send = () => {
    const books = [calls.book(), ...(twice ? [calls.book()] : [])];
    return together([...books, calls.find()] as [ReturnType<typeof calls.book>]); // the first is a DoBooking
  };
  const body = { ExternalReference: booking.reference };
  const [{ status, text }] = await sometimesHeld(player, { name, operation: 'hotel.doBooking', body }, send);
  if (status !== 200) throw new Error(`DoBooking was answered ${status}: ${text}`);
  return booking;
}

const actions: readonly ((calls: BookingCalls) => Promise<unknown>)[] = [
  calls => calls.look(),
  calls => calls.look(),
  calls => calls.find(),
  calls => calls.pay(),
  calls => calls.pay(),
  calls => calls.cancel(),
  calls => calls.decide('confirmed'),
  calls => calls.decide('rejected'),
  calls => calls.decide('cancelled'),
];

async function changeTogether(player: Player, name: string, booking: BookingHistory): Promise<void> {
  const calls = callsFor(booking, player);
  const count = player.draw('together', 4);
  const sent = Array.from(
    { length: count },
    (_, index) => actions[player.draw(`action ${index}`, actions.length)],
  );
  const send = () => together(sent.map(action => action?.(calls)));
  const operation = held[player.draw('operation', held.length)] ?? 'payBooking';
  const body = { BookingId: booking.bookingId ?? '' };
  await sometimesHeld(player, { name: `${name}-change`, operation, body }, send);
}

const held: readonly OperationId[] = ['payBooking', 'cancelBooking', 'getBookingDetail'];

/** Sends calls. A fault holds the first of them that it matches, at one of three times. */
async function sometimesHeld<Result>(
  player: Player,
  call: Omit<HeldCall, 'hold'>,
  send: () => Promise<Result>,
): Promise<Result> {
  const hold = holds[player.draw(`hold ${call.operation}`, 3 * holds.length)];
  if (hold) player.history.held += 1;
  if (hold?.kind === 'hang' && hold.commit === 'before')
    player.history.heldAfterEffect.add(`trip-${call.name}`);
  return hold ? whileHeld({ ...player, advance: () => advance(player) }, { ...call, hold }, send) : send();
}

/** Waits for all calls, so that none of them runs on in the background. Then throws the first error. */
async function together<Results extends readonly unknown[]>(
  calls: Results,
): Promise<{ [Key in keyof Results]: Awaited<Results[Key]> }> {
  await Promise.allSettled(calls);
  return await (Promise.all(calls) as Promise<{ [Key in keyof Results]: Awaited<Results[Key]> }>); // Promise.all keeps the order
}

export async function advance({ history, control }: Pick<Player, 'history' | 'control'>): Promise<void> {
  history.advances += 1;
  const { now } = (await control.ask('advanceClock', { id: sandboxId, body: { by: 'PT1S' } })).body;
  if (now > history.clock) history.clock = now;
}

async function arm({ history, control }: Player, id: string): Promise<void> {
  if (history.faults.size > 50) return;
  history.faults.set(id, 'sent');
  const match = { operations: ['transfer.search'], nth: history.faults.size }; // otherwise the faults would conflict
  const body = { id, match, effect: { kind: 'status', status: 500 } };
  await control.ask('armFaults', { id: sandboxId, body });
  history.faults.set(id, 'answered');
}

async function createSandbox({ history, control }: Player, id: string): Promise<void> {
  history.sandboxes.set(id, 'sent');
  await control.ask('putSandbox', { id, body: {} });
  history.sandboxes.set(id, 'answered');
}
