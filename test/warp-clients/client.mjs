// A client with real waits, in Node with fetch. It plays the hotel tasks of `understudy run --clock warp`.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const env = name => process.env[`UNDERSTUDY_${name}`];
const task = JSON.parse(env('TASK'));
const stateFile = `${env('STATE_DIR')}/booking.json`;
const Credential = { Username: env('USERNAME'), Password: env('PASSWORD') };
const second = 1000;
const minute = 60 * second;
const now = () => performance.now();
const kept = { static: new Map(), penalty: undefined };

/** Returns the milliseconds of an ISO 8601 duration. */
function ms(duration) {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * second;
}

/** Thrown when the answer is missing or unreadable. The call may have taken effect. */
class Lost extends Error {}
/** Thrown when the server answered 400, 401 or 404. */
class Refused extends Error {}
/** Ends the task with a result. */
class Ended extends Error {
  constructor(outcome, more = {}) {
    super(outcome);
    this.result = { outcome, ...more };
  }
}

/** Makes a call, up to five times if the call is repeatable. Stops after three 5xx in a row. Always retries after a 429. */
async function call(url, init, { timeout = 15 * second, repeatable = true } = {}) {
  for (let attempt = 1, failures = 0; ; attempt += 1) {
    let why;
    try {
      // After a redirect, fetch would send a booking again as a GET to another address.
      const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
      const text = await answer.text();
      if (answer.status === 429) {
        const after = answer.headers.get('retry-after') ?? '1';
        const date = Date.parse(answer.headers.get('date'));
        await wait(/^\d+$/.test(after) ? Number(after) * second : Date.parse(after) - date + second);
        attempt -= 1;
        continue;
      }
      if (answer.ok) return JSON.parse(text.replace(/^\uFEFF/, ''));
      if (answer.status >= 400 && answer.status < 500)
        throw new Refused(`${answer.status}: ${text.slice(0, 300)}`);
      failures += 1;
      why = `HTTP ${answer.status}`;
    } catch (error) {
      if (error instanceof Refused) throw error;
      why = error.message;
    }
    if (!repeatable || failures >= 3 || attempt >= 5) throw new Lost(why);
    await wait(250 * 2 ** (attempt - 1));
  }
}

function post(path, body, options = {}) {
  const headers = { 'content-type': 'application/json', ...options.headers };
  const init = { method: 'POST', headers, body: JSON.stringify({ Credential, ...body }) };
  return call(`${env('BASE_URL')}/API/REST/${path}`, init, options);
}

function mapping(kind, name, query = '') {
  const place = `${encodeURIComponent(name)}/token/${env('STATIC_TOKEN')}`;
  return call(
    `${env('COMMONS_URL')}/new/api/v1/mapping/${kind}/${place}?managerId=${env('MANAGER_ID')}${query}`,
  );
}

async function search({ criteria }) {
  const places = await mapping('autocomplete', criteria.destination, '&product=hotel');
  const { destinationId } = places.find(({ name }) => name === criteria.destination) ?? places[0];
  const checkout = new Date(Date.parse(criteria.checkinDate) + criteria.nights * 24 * 60 * minute);
  const Criteria = {
    DestinationId: destinationId,
    CheckinDate: criteria.checkinDate,
    CheckoutDate: checkout.toISOString().slice(0, 10),
    SearchRooms: criteria.rooms.map(({ adults, childAges = [] }) => ({
      NumAdults: adults,
      ...(childAges.length > 0 && { ChildAges: childAges }),
    })),
    Nationality: criteria.nationality,
    ...(criteria.currency && { Currency: criteria.currency }),
    ...(criteria.onRequestRooms && { ReturnOnRequestRooms: true }),
  };
  return { ...(await post('Hotel.svc/Search', { Criteria })), at: now() };
}

const sorted = (ages = []) => JSON.stringify(ages.toSorted((one, other) => one - other));

/** Returns the first hotel that has a fitting room for each requested room. */
function choose({ choose: wanted = {}, criteria }, { Hotels = [] }) {
  const fits = (room, { adults, childAges }) =>
    (wanted.restrictionType ?? room.RestrictionType) === room.RestrictionType &&
    (wanted.isPrePayment ?? room.IsPrePayment) === room.IsPrePayment &&
    (wanted.canPayLater ?? room.CanPayLater) === room.CanPayLater &&
    room.NumAdults === adults &&
    sorted(room.ChildAges) === sorted(childAges);
  for (const { HotelId, Name, Rooms } of Hotels) {
    if ((wanted.name ?? Name) !== Name) continue;
    const rooms = criteria.rooms.map(people => Rooms.find(room => fits(room, people)));
    if (rooms.every(Boolean)) return { HotelId, rooms };
  }
  throw new Ended('unavailable');
}

/** Reads conditions with the Token, then with the ReToken. Returns nothing when a new Search is necessary. */
async function conditionsOf(selection, found, isFresh) {
  const ask = tokens =>
    post('Hotel.svc/GetBookingConditions', { ...tokens, ...selection }, { repeatable: false });
  const retry = make => error => (error instanceof Lost ? make() : Promise.reject(error));
  const byReToken = () => ask({ ReToken: found.ReToken });
  if (isFresh && now() - found.at <= 30 * minute)
    return ask({ Token: found.Token }).catch(retry(byReToken)).catch(retry(byReToken)); // the Token may be used up
  if (now() - found.at > 25 * 60 * minute) return undefined;
  return byReToken().catch(retry(byReToken));
}

const termsOf = ({ PropertyTaxes = [], CancellationPolicies = [] }) =>
  JSON.stringify([PropertyTaxes, CancellationPolicies]);

/** Ends the task if the user declines the new price or conditions. */
function agree(before, terms, conditions) {
  const { Errors, RevalidateBookingConditions: revalidated, TotalSellingPrice: price } = conditions;
  if (Errors.length > 0 || revalidated === 'RoomsNotFound') throw new Ended('unavailable');
  const isOther = price.Value !== before.Value || price.Currency !== before.Currency;
  // The penalties change together with the price, so the terms are compared only at the same price.
  const isChanged = !isOther && terms !== undefined && terms !== termsOf(conditions);
  if (isOther && task.onPriceChange === 'decline') throw new Ended('declined-by-user');
  if ((isChanged || revalidated === 'RoomsFoundWithChanges') && task.onConditionsChange === 'decline')
    throw new Ended('declined-by-user');
}

async function think(when, waited) {
  if (task.waits?.[when] && !waited.has(when)) {
    waited.add(when);
    await wait(ms(task.waits[when]));
  }
}

/** Searches and reads conditions until the user has agreed to conditions that are still fresh. */
async function prepare(step, waited) {
  const found = await search(step);
  const { HotelId, rooms } = choose(step, found);
  const selection = { HotelId, RoomIds: rooms.map(({ Id }) => Id) };
  const sum = rooms.reduce((total, { TotalSellingPrice }) => total + TotalSellingPrice.Value, 0);
  let price = { Value: Math.round(sum * 100) / 100, Currency: rooms[0].TotalSellingPrice.Currency };
  let terms = rooms.length === 1 ? termsOf(rooms[0]) : undefined; // the conditions of several rooms contain sums
  await think('afterSearch', waited);
  for (let isFresh = true; ; isFresh = false) {
    const conditions = await conditionsOf(selection, found, isFresh);
    if (!conditions) return prepare(step, waited);
    const at = now();
    agree(price, terms, conditions);
    [price, terms] = [conditions.TotalSellingPrice, termsOf(conditions)];
    await think('afterConditions', waited);
    if (now() - at < 5 * minute - 10 * second) return { selection, conditions };
  }
}

/** Returns the guests of each room: adults in their order, children by their age. */
function guestsOf({ guests, criteria }) {
  const left = [...guests];
  const take = fits =>
    left.splice(
      left.findIndex(({ Age }) => fits(Age)),
      1,
    );
  return criteria.rooms.map(({ adults, childAges = [] }) => [
    ...Array.from({ length: adults }).flatMap(() => take(age => age >= 18)),
    ...childAges.flatMap(wanted => take(age => age === wanted)),
  ]);
}

/** Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest. */
function isOwn({ Services }, guests) {
  const names = Services.flatMap(({ Paxs = [] }) => Paxs.map(({ Surname }) => Surname.toLowerCase()));
  return names.length === 0 || guests.some(({ Surname }) => names.includes(Surname.toLowerCase()));
}

/** Looks at once, and then every 5 minutes for 30 minutes. */
async function lookEvery5Minutes(look) {
  for (let looks = 0; looks < 7; looks += 1) {
    if (looks > 0) await wait(5 * minute);
    const found = await look().catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

/** Looks up a booking whose answer was lost. DoBooking is not idempotent. */
const lookUp = (ExternalReference, guests) =>
  lookEvery5Minutes(async () => {
    const { Booking } = await post('ClientBackOffice.svc/GetBooking', { ExternalReference });
    return Booking && isOwn(Booking, guests) ? readable(Booking) : undefined;
  });

const detail = async BookingId =>
  readable((await post('ClientBackOffice.svc/GetBookingDetail', { BookingId })).Booking);

/** Returns a booking that has an id and its status. An answer without them counts as lost. */
function readable(booking) {
  const isText = name => typeof booking?.[name] === 'string';
  if (['BookingId', 'bookingStatus', 'Status'].every(isText)) return booking;
  throw new Lost('the answer is not a booking');
}

function paymentOf({ payment }, { PaymentConditions = [] }) {
  const condition = PaymentConditions.find(
    ({ Installments }) => Installments === payment?.CreditCard.NumberPayments,
  );
  return condition && { PaymentConditionId: condition.PaymentConditionId, PaymentRequestCC1: payment };
}

async function book(step, waited, isAgain = false) {
  const { selection, conditions } = await prepare(step, waited);
  const ExternalReference = `node-${randomUUID()}`;
  // Write the reference before the call, so that a restarted client can look the booking up.
  writeFileSync(stateFile, JSON.stringify({ reference: ExternalReference }));
  const payment = paymentOf(step, conditions);
  const guests = guestsOf(step);
  const body = {
    Token: conditions.Token,
    BookingId: '0',
    HotelId: selection.HotelId,
    Rooms: selection.RoomIds.map((RoomId, index) => ({ RoomId, Paxs: guests[index] })),
    ExternalReference,
    ...(payment && !conditions.CanPayLater && { Payment: payment }),
  };
  const headers = { 'idempotency-key': randomUUID() };
  let booking;
  try {
    const options = { timeout: 45 * second, repeatable: false, headers };
    booking = readable(await post('Hotel.svc/DoBooking', body, options));
  } catch (error) {
    if (!(error instanceof Lost)) throw new Ended('error', { why: error.message }); // there is no booking
    booking = await lookUp(ExternalReference, step.guests);
    if (!booking && !isAgain) return book(step, waited, true);
    if (!booking) throw new Ended('ask-support');
  }
  if (booking.Errors?.length > 0 && booking.bookingStatus === 'CONFIRMED')
    booking = await detail(booking.BookingId); // status and errors of the answer contradict each other
  if (conditions.IsPrePayment && booking.Status === 'AGUARDANDO PAGAMENTO')
    booking = await pay(booking.BookingId, payment);
  kept.penalty = penaltyOf(conditions);
  return { ...settle(await followUp(booking)), shownToUser: shown(conditions) };
}

/** Returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price. */
const shown = conditions => ({
  total: conditions.TotalSellingPrice,
  taxes: (conditions.PropertyTaxes ?? []).map(({ Name, Amount, Currency }) => ({
    name: Name,
    amount: { Value: Amount, Currency },
  })),
  moreInformation: conditions.MoreInformation,
  cancellationPolicies: conditions.CancellationPolicies,
  pricingInfo: conditions.PricingInfo,
});

/** Returns the penalty of a cancellation on the day of the conditions. */
function penaltyOf({ TimeSpan, CancellationPolicies = [], TotalSellingPrice }) {
  const today = TimeSpan.slice(0, 10);
  const policy = CancellationPolicies.find(
    ({ StartDate, EndDate }) => StartDate <= today && today <= EndDate,
  );
  return { Value: policy?.Value ?? 0, Currency: (policy ?? TotalSellingPrice).Currency };
}

/** Pays once. After a lost answer, pays again only if the booking shows no charge for 30 minutes. */
async function pay(BookingId, payment, isAgain = false) {
  const paid = await post('Payment.svc/payBooking', { BookingId, ...payment }, { repeatable: false }).catch(
    error => {
      if (!(error instanceof Lost)) throw error;
      return lookEvery5Minutes(async () => (await detail(BookingId)).Payments?.at(-1));
    },
  );
  if (!paid && !isAgain) return pay(BookingId, payment, true);
  if (!paid) throw new Ended('ask-support', { bookingId: BookingId });
  if (paid.PaymentStatus === 'Declined') throw new Ended('payment-declined', { bookingId: BookingId });
  if (paid.PaymentStatus === 'Pending') await wait(10 * minute);
  return detail(BookingId);
}

/** The interval and the total time of polling for each undecided status, in minutes. */
const polling = {
  TechnicalProblem: [5, 30],
  Pending: [10, 30],
  OnRequest: [10, 24 * 60],
  PENDING: [10, 24 * 60],
  PendingCancellation: [5, 30],
};
const ends = {
  CONFIRMED: 'confirmed',
  Rejected: 'rejected',
  Expired: 'expired',
  FAILED: 'failed',
  Cancelled: 'failed',
};

/** Polls a booking until the booking is decided or its polling time is over. */
async function followUp(first) {
  let booking = first;
  for (let waited = 0; polling[booking.bookingStatus]; ) {
    if (['SOLICITACAO DE RESERVA', 'AGUARDANDO PAGAMENTO'].includes(booking.Status)) break;
    if (booking.Errors?.some(({ Code }) => Code === 'CancellationNotForwarded')) break;
    const [interval, window] = polling[booking.bookingStatus];
    const isShort = booking.bookingStatus === 'PENDING' && first.bookingStatus !== 'OnRequest';
    if (waited + interval > (isShort ? 30 : window)) break;
    await wait(interval * minute);
    waited += interval;
    booking = await detail(booking.BookingId).catch(() => booking);
  }
  return booking;
}

const settle = ({ bookingStatus, BookingId }) => ({
  outcome: ends[bookingStatus] ?? 'ask-support',
  bookingId: BookingId,
});

async function cancel(booked) {
  if (booked.outcome !== 'confirmed') return booked;
  const send = () =>
    post('ClientBackOffice.svc/CancelBooking', { BookingId: booked.bookingId }, { repeatable: false });
  const answer = await send().catch(async error => {
    if (!(error instanceof Lost)) throw error;
    const booking = await detail(booked.bookingId);
    return booking.bookingStatus === 'CONFIRMED' ? send() : booking;
  });
  const { bookingStatus } = await followUp(answer);
  const shownToUser = { ...booked.shownToUser, penalty: kept.penalty }; // the user sees the penalty before the cancellation
  return { ...booked, outcome: bookingStatus === 'Cancelled' ? 'cancelled' : 'ask-support', shownToUser };
}

async function readStatic({ after, airport, hotelId }) {
  if (after) await wait(ms(after));
  for (const [kind, name] of Object.entries({ airport, hotel: hotelId })) {
    if (name === undefined || kept.static.has(`${kind} ${name}`)) continue;
    kept.static.set(`${kind} ${name}`, true); // a booking is possible without this static data
    await mapping(kind, name).catch(error => (error instanceof Refused ? undefined : Promise.reject(error)));
  }
  return { outcome: 'done' };
}

/** Sends the requested number of look-ups, at most 120 per minute. */
async function lookUps({ count }) {
  const sent = [];
  for (let number = 0; number < count; number += 1) {
    if (sent.length >= 120) await wait(Math.max(0, 61 * second - (now() - sent.at(-120))));
    sent.push(now());
    await post('ClientBackOffice.svc/GetBooking', { ExternalReference: `look-up ${number}` });
  }
  return { outcome: 'done' };
}

const isSupported = step =>
  ['static', 'lookups'].includes(step.do) ||
  (step.do === 'book' && step.product === 'hotel' && step.attachTo === undefined) ||
  (step.do === 'cancel' && step.what === 'trip');

async function play() {
  if (!task.steps.every(isSupported)) throw new Ended('unsupported');
  if (env('ATTEMPT') !== '1' && existsSync(stateFile)) {
    const { reference } = JSON.parse(readFileSync(stateFile, 'utf8'));
    const booking = await lookUp(
      reference,
      task.steps.flatMap(({ guests = [] }) => guests),
    );
    if (booking) return settle(await followUp(booking));
  }
  const results = [];
  const waited = new Set();
  for (const step of task.steps) {
    if (step.do === 'book') results.push(await book(step, waited));
    else if (step.do === 'cancel') results.push(await cancel(results[step.step]));
    else if (step.do === 'static') results.push(await readStatic(step));
    else results.push(await lookUps(step));
  }
  return results.findLast(({ outcome }) => outcome !== 'done') ?? { outcome: 'done' };
}

const result = await play().catch(error => {
  if (error instanceof Ended) return error.result;
  if (!existsSync(stateFile)) return { outcome: 'error', why: String(error) };
  // There was an attempt to book, so a booking can stand. The state file has its reference.
  return { outcome: 'ask-support', why: `${error}; ${readFileSync(stateFile, 'utf8')}` };
});
writeFileSync(env('RESULT'), JSON.stringify(result));
