// A right client for Node: connections that are kept alive, and reads that run beside each other.
//
// It is written from the specification alone. It plays the hotel tasks of `understudy run`; HABIT names one odd but legitimate
// habit. The clause ids in parentheses name the sentence of the specification that a line follows.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agent,
  beside,
  detail,
  env,
  has,
  Lost,
  mapping,
  minute,
  now,
  office,
  pause,
  Refused,
  readable,
  rest,
} from './wire.mjs';

const task = JSON.parse(env('TASK'));
const static30Days = 30 * 24 * 60 * minute;
const slowness = has('slow-polls') ? 1.3 : 1;

/** Ends the task early with an outcome. */
class Over extends Error {
  constructor(outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

// ---- what outlives the process (client.states) ----

const fileOf = name => join(env('STATE_DIR'), `${name}.json`);
const kept = name => (existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined);
function keep(name, value) {
  writeFileSync(`${fileOf(name)}.new`, JSON.stringify(value));
  renameSync(`${fileOf(name)}.new`, fileOf(name));
}

const reading = new Map();
/** Returns static data. Concurrent readers share a call, and the data is kept for 30 days (ep.static-refresh). */
function fixed(kind, name) {
  const key = `${kind}-${name}`;
  const known = kept(key);
  if (known && now() - known.at <= static30Days) return known.data;
  if (!reading.has(key)) {
    const at = now();
    const work = mapping(kind, name).catch(error => {
      if (error instanceof Refused) return null;
      throw error;
    });
    const done = work.then(data => {
      keep(key, { at, data });
      return data;
    });
    reading.set(
      key,
      done.finally(() => reading.delete(key)),
    );
  }
  return reading.get(key);
}

// ---- Search, conditions and consent ----

const units = { D: 24 * 60, H: 60, M: 1, S: 1 / 60 };
const inMs = duration =>
  [...duration.matchAll(/(\d+)([DHMS])/g)].reduce((sum, [, n, unit]) => sum + n * units[unit] * minute, 0);

const thought = new Set();
async function think(moment) {
  if (thought.has(moment)) return;
  thought.add(moment);
  await pause(inMs(task.waits?.[moment] ?? ''));
}

async function search({ criteria }) {
  const { destination, checkinDate, nights, rooms, nationality, currency, onRequestRooms } = criteria;
  const places = await mapping('autocomplete', destination, { product: 'hotel' });
  const { destinationId } = places.find(({ name }) => name === destination) ?? places[0];
  const leave = new Date(Date.parse(checkinDate) + nights * 24 * 60 * minute);
  const Criteria = {
    SearchRooms: rooms.map(({ adults, childAges = [] }) => ({
      NumAdults: adults,
      ...(childAges.length > 0 && { ChildAges: childAges }),
    })),
    Nationality: nationality,
    CheckoutDate: leave.toISOString().slice(0, 10),
    CheckinDate: checkinDate,
    DestinationId: destinationId,
    Currency: currency,
    ...(onRequestRooms && { ReturnOnRequestRooms: true }),
  };
  const found = await beside(() => rest('Hotel.svc/Search', { Criteria }));
  return { ...found, at: now() };
}

const isFor = (people, room) =>
  room.NumAdults === people.adults &&
  JSON.stringify(room.ChildAges.toSorted()) === JSON.stringify((people.childAges ?? []).toSorted());

/** Takes the first hotel that has a fitting room for each room of the task. */
function choose({ criteria, choose: wanted = {} }, { Hotels = [] }) {
  const isWished = room =>
    (wanted.restrictionType ?? room.RestrictionType) === room.RestrictionType &&
    (wanted.isPrePayment ?? room.IsPrePayment) === room.IsPrePayment &&
    (wanted.canPayLater ?? room.CanPayLater) === room.CanPayLater;
  for (const { HotelId, Name, Rooms } of Hotels) {
    if (wanted.name !== undefined && wanted.name !== Name) continue;
    const rooms = criteria.rooms.map(people => Rooms.find(room => isFor(people, room) && isWished(room)));
    if (!rooms.includes(undefined)) return { HotelId, rooms };
  }
  throw new Over('unavailable');
}

const cents = ({ Value, Currency }) => `${Math.round(Value * 100)} ${Currency}`;
const sumOf = rooms => ({
  Value: rooms.reduce((sum, room) => sum + room.TotalSellingPrice.Value, 0),
  Currency: rooms[0].TotalSellingPrice.Currency,
});

const termsOf = ({ PropertyTaxes, CancellationPolicies }) =>
  JSON.stringify([PropertyTaxes, CancellationPolicies]);

/** Asks the user again when the price or the rooms have changed (flow.2, retoken.changed). */
function agree(conditions, price, terms) {
  const { Errors = [], RevalidateBookingConditions: verdict, TotalSellingPrice } = conditions;
  if (Errors.length > 0 || verdict === 'RoomsNotFound') throw new Over('unavailable');
  const isDearer = cents(TotalSellingPrice) !== cents(price);
  if (isDearer && task.onPriceChange === 'decline') throw new Over('declined-by-user');
  // With another price, the user has just accepted other penalties, too (field.pricing-info).
  const isOther = !isDearer && terms !== undefined && termsOf(conditions) !== terms;
  if ((verdict === 'RoomsFoundWithChanges' || isOther) && task.onConditionsChange === 'decline')
    throw new Over('declined-by-user');
}

/** Searches until the user has agreed to conditions that are fresh enough to book with (flow.1, flow.2). */
async function prepare(step) {
  const found = await search(step);
  const { HotelId, rooms } = choose(step, found);
  // The pictures of the hotel are read while the user thinks.
  if (has('look-first') || has('extra-lists'))
    await Promise.all([fixed('hotel', HotelId), think('afterSearch')]);
  else await think('afterSearch');
  const selection = { HotelId, RoomIds: rooms.map(({ Id }) => Id) };
  let price = sumOf(rooms);
  let terms = rooms.length === 1 ? termsOf(rooms[0]) : undefined;
  let isTokenUsed = false;
  for (let losses = 0; losses < 3; ) {
    const age = now() - found.at;
    if (age > 24.5 * 60 * minute) return prepare(step);
    const by = isTokenUsed || age > 29 * minute ? { ReToken: found.ReToken } : { Token: found.Token };
    isTokenUsed = true;
    try {
      const conditions = await rest(
        'Hotel.svc/GetBookingConditions',
        { ...by, ...selection },
        { repeats: false },
      );
      const at = now();
      agree(conditions, price, terms);
      price = conditions.TotalSellingPrice;
      terms = termsOf(conditions);
      await think('afterConditions');
      if (now() - at < 4.5 * minute) return { HotelId, rooms, conditions };
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      if (has('search-again')) return prepare(step);
      losses += 1;
    }
  }
  throw new Lost('the conditions were lost three times');
}

// ---- DoBooking ----

/** Returns the guests of each room: the adults in the order of the task, the children by their age. */
function guestsOf({ guests, criteria }) {
  const left = [...guests];
  const take = fits => left.splice(left.findIndex(fits), 1)[0];
  return criteria.rooms.map(({ adults, childAges = [] }) => [
    ...childAges.map(age => take(guest => guest.Age === age)),
    ...Array.from({ length: adults }, () => take(guest => guest.Age >= 18)),
  ]);
}

function paymentOf({ payment }, { PaymentConditions = [] }) {
  const wanted = PaymentConditions.find(one => one.Installments === payment?.CreditCard.NumberPayments);
  const offer = wanted ?? PaymentConditions[0];
  return payment && offer && { PaymentConditionId: offer.PaymentConditionId, PaymentRequestCC1: payment };
}

/** Books, and looks for a lost booking before it books a second time. */
async function bookAlone(step) {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { HotelId, rooms, conditions } = await prepare(step);
    const reference = `web/${randomUUID()}`;
    keep('sent', { reference });
    const parties = guestsOf(step);
    const content = {
      ExternalReference: reference,
      Rooms: rooms.map(({ Id }, index) => ({ Paxs: parties[index], RoomId: Id })),
      HotelId,
      BookingId: '0',
      Token: conditions.Token,
      // The card is charged with the booking (flow.6).
      ...(conditions.CanPayLater === false && { Payment: paymentOf(step, conditions) }),
    };
    if (has('look-first')) await office('GetBooking', { ExternalReference: reference });
    const how = { patience: 45_000, repeats: false, more: { 'Idempotency-Key': randomUUID() } };
    const order = async () => readable(await rest('Hotel.svc/DoBooking', content, how));
    const booking = await beside(order).catch(error => {
      if (error instanceof Lost) return lookFor(reference);
      throw error instanceof Refused ? new Over('error') : error; // after a refusal there is no booking
    });
    if (booking) return settle(step, booking, conditions);
  }
  throw new Over('ask-support');
}

async function settle(step, answer, conditions) {
  const isOdd = (answer.Errors ?? []).length > 0 && answer.bookingStatus === 'CONFIRMED';
  let booking = isOdd ? await detail(answer.BookingId) : answer; // it contradicts itself (flow.4)
  if (conditions.IsPrePayment && booking.Status === 'AGUARDANDO PAGAMENTO')
    booking = await pay(step, booking, conditions);
  booking = await voucher(await follow(booking));
  const taxes = (conditions.PropertyTaxes ?? []).map(({ Name, Amount, Currency }) => ({
    name: Name,
    amount: { Value: Amount, Currency },
  }));
  const {
    TotalSellingPrice: total,
    MoreInformation: moreInformation,
    CancelPolicies,
    PricingInfo,
  } = conditions;
  const shownToUser = {
    total,
    taxes,
    moreInformation,
    pricingInfo: PricingInfo,
    cancellationPolicies: CancelPolicies,
  };
  return { ...outcomeOf(booking), shownToUser };
}

/** Reads the voucher of a confirmed booking. When the supplier has changed its mind, the booking is followed again. */
async function voucher(booking) {
  if (booking.bookingStatus !== 'CONFIRMED' || booking.Services?.[0]?.Voucher) return booking;
  const read = await detail(booking.BookingId).catch(() => booking);
  return read.bookingStatus === 'CONFIRMED' ? read : follow(read);
}

/** Pays by card, and looks before it pays a second time (svc.3). */
async function pay(step, { BookingId }, conditions) {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    if (has('look-first')) await detail(BookingId);
    try {
      const content = { ...paymentOf(step, conditions), BookingId };
      const paid = await rest('Payment.svc/payBooking', content, { repeats: false });
      if (paid.PaymentStatus === 'Declined') throw new Over('payment-declined');
      return { ...paid, BookingId };
    } catch (error) {
      // A refused payment leaves a booking that waits for a payment.
      if (error instanceof Refused) throw new Over('pending');
      if (!(error instanceof Lost)) throw error;
      const seen = await detail(BookingId);
      if (seen.Payments?.length > 0 || seen.Status !== 'AGUARDANDO PAGAMENTO') return seen;
    }
  }
  throw new Over('ask-support');
}

// ---- the bookings at the supplier ----

/** Looks for a lost booking at once, then every five minutes until half an hour is over. */
async function lookFor(ExternalReference) {
  for (const end = now() + 31 * minute; ; ) {
    // When a look fails, the next one follows.
    const look = office('GetBooking', { ExternalReference });
    const found = await look.then(({ Booking }) => Booking && readable(Booking)).catch(() => undefined);
    if (found) return found;
    const left = end - now();
    if (left <= 0) return undefined;
    await pause(Math.min(left, 5 * minute * slowness));
  }
}

const intervals = { TechnicalProblem: 5, PendingCancellation: 5, Pending: 10, PENDING: 10, OnRequest: 10 };

const isOpen = ({ bookingStatus, Status }) =>
  bookingStatus in intervals && (Status === 'EM PROGRESSO' || Status === 'PROBLEMA TECNICO');

/** Reads the status of a booking with GetBookingDetail, or with GetBooking. Both count as a poll. */
const poll = async BookingId =>
  has('poll-by-reference')
    ? (await office('GetBooking', { ExternalReference: kept('sent').reference })).Booking
    : detail(BookingId);

/** Polls a booking until it is decided, or until its time for polling is over (poll.*, flow.5). */
async function follow(first) {
  const { BookingId } = first;
  const isPassing = first.bookingStatus === 'PENDING' && first.Status === 'EM PROGRESSO';
  const window = (first.bookingStatus === 'OnRequest' ? 24 * 60 : 30) * minute;
  // GetBookingDetail knows the real status of a passing one (status.em-progresso).
  let booking = isPassing || (has('first-poll') && isOpen(first)) ? await detail(BookingId) : first;
  for (let polledFor = 0; ; ) {
    const interval = (intervals[booking.bookingStatus] ?? 0) * minute * slowness;
    polledFor += interval;
    if (interval === 0 || !isOpen(booking) || polledFor > window) return { ...booking, BookingId };
    await pause(interval + 500);
    const last = booking;
    booking = await beside(() => poll(BookingId)).catch(() => last); // the next poll follows
  }
}

const words = {
  CONFIRMED: 'confirmed',
  Rejected: 'rejected',
  FAILED: 'failed',
  Expired: 'expired',
  Cancelled: 'failed',
};
const outcomeOf = ({ bookingStatus, BookingId }) => ({
  outcome: words[bookingStatus] ?? 'ask-support',
  bookingId: BookingId,
});

/** Cancels once. After a lost answer, it reads the booking before it cancels again. */
async function cancel(booked) {
  if (booked.outcome !== 'confirmed') return booked;
  const { bookingId: BookingId } = booked;
  if (has('look-first')) await detail(BookingId);
  const order = () => office('CancelBooking', { BookingId }, { repeats: false });
  const answer = await order().catch(async error => {
    if (!(error instanceof Lost)) throw error;
    const seen = await detail(BookingId);
    return seen.bookingStatus === 'CONFIRMED' ? order() : seen;
  });
  const left = await follow({ ...answer, BookingId });
  return { ...booked, outcome: left.bookingStatus === 'Cancelled' ? 'cancelled' : 'ask-support' };
}

// ---- the task ----

/** Turns the end of a piece of work into a result. */
const resultOf = work =>
  work.catch(error => {
    if (error instanceof Over) return { outcome: error.outcome };
    // A booking that was sent may stand, so only the support can answer (flow.3).
    return { outcome: kept('sent') ? 'ask-support' : 'error', why: error.message, sent: kept('sent') };
  });

/** Resumes a booking that an earlier process had sent, or books. */
async function bookOrResume(step) {
  const { reference } = kept('sent') ?? {};
  const known = env('ATTEMPT') !== '1' && reference ? await lookFor(reference) : undefined;
  return known ? outcomeOf(await follow(known)) : bookAlone(step);
}

/** Books in a process of its own, which reports over a file. */
async function bookApart(index) {
  const child = spawn(process.execPath, [import.meta.filename, String(index)], { stdio: 'inherit' });
  await new Promise(resolve => child.once('exit', resolve));
  return kept(`result-${index}`);
}

/** The bookings that are under way. A second click waits for the first one (flow.3). */
const underWay = new Map();
function click(step, index) {
  const start = () => (has('two-processes') ? bookApart(index) : resultOf(bookOrResume(step)));
  if (!underWay.has(index)) underWay.set(index, start());
  return underWay.get(index);
}

async function readStatic({ airport, hotelId, times = 1, after = '' }) {
  await pause(inMs(after));
  const reads = Array.from({ length: times }, () => [
    airport && fixed('airport', airport),
    hotelId && fixed('hotel', hotelId),
  ]);
  await Promise.all(reads.flat());
  return { outcome: 'done' };
}

async function lookUpMany(count) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const workers = Array.from({ length: 4 }, async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift())
      await office('GetBooking', { ExternalReference: `night-${n}` });
  });
  await Promise.all(workers);
  return { outcome: 'done' };
}

async function play() {
  const results = [];
  for (const [index, step] of task.steps.entries()) {
    if (step.do === 'book' && step.product === 'hotel') {
      const clicks = Array.from({ length: step.times ?? 1 }, () => click(step, index));
      results.push((await Promise.all(clicks))[0]);
    } else if (step.do === 'cancel' && step.what === 'trip') results.push(await cancel(results[step.step]));
    else if (step.do === 'static') results.push(await readStatic(step));
    else if (step.do === 'lookups') results.push(await lookUpMany(step.count));
    else return { outcome: 'error', why: 'this client only books hotels' };
  }
  return results.findLast(({ outcome }) => outcome !== 'done') ?? results.at(-1);
}

const part = process.argv[2];
if (part === undefined) writeFileSync(env('RESULT'), JSON.stringify(await resultOf(play())));
else keep(`result-${part}`, await resultOf(bookOrResume(task.steps[Number(part)])));
agent.destroy();
