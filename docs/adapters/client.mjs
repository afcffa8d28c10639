// An example of a client under test, for Node, with only fetch. It plays a task of `npx travel-understudy run` that books a hotel.
//
//     npx travel-understudy run --scenario hotel-confirmed --scenario 'answer-lost-*' -- node docs/adapters/client.mjs
//
// Replace the code of `play` with calls to your own client. Keep the code that reads the task and writes the result.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const env = name => process.env[`UNDERSTUDY_${name}`];
const task = JSON.parse(env('TASK'));
const stateFile = `${env('STATE_DIR')}/booking.json`;
const Credential = { Username: env('USERNAME'), Password: env('PASSWORD') };
const minutes = 60_000;
const ms = duration => {
  const [, days = 0, hours = 0, mins = 0, seconds = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(mins)) * 60 + Number(seconds)) * 1000;
};

/** Thrown when the answer is missing or unreadable. The call may have taken effect. */
class Lost extends Error {}
/** Ends the task with a result. */
class Ended extends Error {
  constructor(result) {
    super(result.outcome);
    this.result = result;
  }
}

/** Makes a call, up to five times if the call is repeatable. Stops after three 5xx in a row. Always retries after a 429. */
async function call(url, init, { timeout = 15_000, repeatable = true } = {}) {
  for (let attempt = 1, failures = 0; ; attempt += 1) {
    let why;
    try {
      // After a redirect, fetch would send a booking again as a GET to another address.
      const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
      const text = await answer.text();
      if (answer.status === 429) {
        const after = answer.headers.get('retry-after') ?? '1';
        const date = Date.parse(answer.headers.get('date'));
        await sleep(
          /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - date) + 1000,
        );
        attempt -= 1;
        continue;
      }
      if (answer.ok) return JSON.parse(text.replace(/^\uFEFF/, ''));
      if (answer.status >= 400 && answer.status < 500)
        throw new Ended({ outcome: 'error', why: `${answer.status}: ${text.slice(0, 300)}` });
      failures += 1;
      why = `HTTP ${answer.status}`;
    } catch (error) {
      if (error instanceof Ended) throw error;
      why = error.message;
    }
    if (!repeatable || failures >= 3 || attempt >= 5) throw new Lost(why);
    await sleep(250 * 2 ** (attempt - 1));
  }
}

const post = (path, body, options = {}) =>
  call(
    `${env('BASE_URL')}/API/REST/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify({ Credential, ...body }),
    },
    options,
  );

async function search({ criteria }) {
  const term = encodeURIComponent(criteria.destination);
  const query = `managerId=${env('MANAGER_ID')}&product=hotel`;
  const places = await call(
    `${env('COMMONS_URL')}/new/api/v1/mapping/autocomplete/${term}/token/${env('STATIC_TOKEN')}?${query}`,
  );
  const { destinationId } = places.find(({ name }) => name === criteria.destination) ?? places[0];
  const checkout = new Date(Date.parse(criteria.checkinDate) + criteria.nights * 24 * 60 * minutes);
  const Criteria = {
    DestinationId: destinationId,
    CheckinDate: criteria.checkinDate,
    CheckoutDate: checkout.toISOString().slice(0, 10),
    SearchRooms: criteria.rooms.map(({ adults, childAges = [] }) => ({
      NumAdults: adults,
      ChildAges: childAges,
    })),
    Nationality: criteria.nationality,
    ...(criteria.currency && { Currency: criteria.currency }),
    ...(criteria.onRequestRooms && { ReturnOnRequestRooms: true }),
  };
  return { ...(await post('Hotel.svc/Search', { Criteria })), at: performance.now() };
}

/** Returns the first room that fits the task. This client books one room only. */
function choose({ choose: wanted = {} }, { Hotels }) {
  for (const { HotelId, Name, Rooms } of Hotels)
    for (const room of Rooms)
      if (
        (wanted.name ?? Name) === Name &&
        (wanted.restrictionType ?? room.RestrictionType) === room.RestrictionType &&
        (wanted.isPrePayment ?? room.IsPrePayment) === room.IsPrePayment &&
        (wanted.canPayLater ?? room.CanPayLater) === room.CanPayLater
      )
        return { HotelId, room };
  throw new Ended({ outcome: 'unavailable' });
}

/** Returns the taxes and the cancellation policies of an offer or of conditions as one text. */
const termsOf = ({ PropertyTaxes = [], CancellationPolicies = [] }) =>
  JSON.stringify([PropertyTaxes, CancellationPolicies]);

/** Returns what the user saw before agreeing. Taxes stay apart, because their currency may differ from the price. */
const shown = ({
  TotalSellingPrice,
  PropertyTaxes = [],
  MoreInformation,
  CancellationPolicies,
  PricingInfo,
}) => ({
  total: TotalSellingPrice,
  taxes: PropertyTaxes.map(({ Name, Amount, Currency }) => ({
    name: Name,
    amount: { Value: Amount, Currency },
  })),
  moreInformation: MoreInformation,
  cancellationPolicies: CancellationPolicies,
  pricingInfo: PricingInfo,
});

/** Searches and reads conditions until the user has agreed to conditions that are still fresh. */
async function prepare(step, waited) {
  const found = await search(step);
  const { HotelId, room } = choose(step, found);
  const selection = { HotelId, RoomIds: [room.Id] };
  const think = async when => {
    if (task.waits?.[when] && !waited.has(when)) await sleep(ms(task.waits[when]));
    waited.add(when);
  };
  await think('afterSearch');
  let [before, terms] = [room.TotalSellingPrice, termsOf(room)];
  for (let isFirst = true; ; isFirst = false) {
    if (performance.now() - found.at > 25 * 60 * minutes) return prepare(step, waited);
    const ask = tokens =>
      post('Hotel.svc/GetBookingConditions', { ...tokens, ...selection }, { repeatable: false });
    // After a lost answer the Token may be used up. A Token older than 30 minutes has expired.
    const isGood = isFirst && performance.now() - found.at < 30 * minutes;
    const byReToken = () => ask({ ReToken: found.ReToken });
    const conditions = isGood
      ? await ask({ Token: found.Token }).catch(error =>
          error instanceof Lost ? byReToken() : Promise.reject(error),
        )
      : await byReToken();
    const at = performance.now();
    const { RevalidateBookingConditions: revalidated, TotalSellingPrice: price, Errors } = conditions;
    if (Errors.length > 0 || revalidated === 'RoomsNotFound') throw new Ended({ outcome: 'unavailable' });
    const isDearer = price.Value !== before.Value || price.Currency !== before.Currency;
    // The penalties change together with the price, so the terms are compared only at the same price.
    const isChanged = revalidated === 'RoomsFoundWithChanges' || (!isDearer && termsOf(conditions) !== terms);
    if (
      (isDearer && task.onPriceChange === 'decline') ||
      (isChanged && task.onConditionsChange === 'decline')
    )
      throw new Ended({ outcome: 'declined-by-user' });
    [before, terms] = [price, termsOf(conditions)];
    await think('afterConditions');
    if (performance.now() - at < 4.8 * minutes) return { selection, conditions };
  }
}

/** Returns a booking that has an id and its status. An answer without them counts as lost. */
function readable(booking) {
  const isText = name => typeof booking?.[name] === 'string';
  if (['BookingId', 'bookingStatus', 'Status'].every(isText)) return booking;
  throw new Lost('the answer is not a booking');
}

const detail = async BookingId =>
  readable((await post('ClientBackOffice.svc/GetBookingDetail', { BookingId })).Booking);

/** Returns whether a found booking has a guest of the task. Another program can use the same reference for another guest. */
function isOwn({ Services }, guests) {
  const names = Services.flatMap(({ Paxs = [] }) => Paxs.map(({ Surname }) => Surname.toLowerCase()));
  return names.length === 0 || guests.some(({ Surname }) => names.includes(Surname.toLowerCase()));
}

/** Looks up a booking whose answer was lost, at once and then every 5 minutes for 30 minutes. DoBooking is not idempotent. */
async function lookUp(ExternalReference, guests) {
  for (let look = 0; look < 7; look += 1) {
    if (look > 0) await sleep(5 * minutes);
    const found = await post('ClientBackOffice.svc/GetBooking', { ExternalReference }).catch(() => ({}));
    if (found.Booking && isOwn(found.Booking, guests)) return found.Booking;
  }
  return undefined;
}

async function book(step, waited = new Set(), isAgain = false) {
  const { selection, conditions } = await prepare(step, waited);
  const reference = `node-${randomUUID()}`;
  // Write the reference before the call, so that a restarted client can look the booking up.
  writeFileSync(stateFile, JSON.stringify({ reference }));
  const instalments = step.payment?.CreditCard.NumberPayments;
  const condition = conditions.PaymentConditions?.find(({ Installments }) => Installments === instalments);
  const payment = step.payment &&
    condition && { PaymentConditionId: condition.PaymentConditionId, PaymentRequestCC1: step.payment };
  const body = {
    Token: conditions.Token,
    BookingId: '0',
    HotelId: selection.HotelId,
    Rooms: [{ RoomId: selection.RoomIds[0], Paxs: step.guests }],
    ExternalReference: reference,
    ...(payment && !conditions.CanPayLater && { Payment: payment }),
  };
  const options = { timeout: 45_000, repeatable: false, headers: { 'idempotency-key': randomUUID() } };
  const lost = error => (error instanceof Lost ? lookUp(reference, step.guests) : Promise.reject(error));
  let booking = await post('Hotel.svc/DoBooking', body, options).then(readable).catch(lost);
  if (!booking && !isAgain) return book(step, waited, true);
  if (!booking) return { outcome: 'ask-support' };
  // Status and errors of the answer contradict each other. Without a clear answer, the booking is left to the support.
  if (booking.Errors?.length > 0 && booking.bookingStatus === 'CONFIRMED')
    booking = await detail(booking.BookingId).catch(() => ({ BookingId: booking.BookingId }));
  if (conditions.IsPrePayment && booking.Status === 'AGUARDANDO PAGAMENTO')
    booking = await pay(booking, payment);
  return { ...(await settle(booking)), shownToUser: shown(conditions) };
}

/** Looks for the charge of a payment whose answer was lost, at once and then every 5 minutes for 30 minutes. */
async function findCharge(BookingId) {
  for (let look = 0; look < 7; look += 1) {
    if (look > 0) await sleep(5 * minutes);
    const { Payments = [] } = await detail(BookingId).catch(() => ({}));
    if (Payments.length > 0) return Payments.at(-1);
  }
  return undefined;
}

/** Pays once. After a lost answer, pays again only if the booking shows no charge for 30 minutes. */
async function pay({ BookingId }, payment, isAgain = false) {
  const paid = await post('Payment.svc/payBooking', { BookingId, ...payment }, { repeatable: false }).catch(
    error => {
      if (error instanceof Lost) return findCharge(BookingId);
      // The payment was refused, so the booking stands and waits for a payment.
      throw new Ended({ outcome: 'pending', bookingId: BookingId, why: String(error) });
    },
  );
  if (!paid && !isAgain) return pay({ BookingId }, payment, true);
  if (!paid) throw new Ended({ outcome: 'ask-support', bookingId: BookingId });
  if (paid.PaymentStatus === 'Declined')
    throw new Ended({ outcome: 'payment-declined', bookingId: BookingId });
  if (paid.PaymentStatus === 'Pending') await sleep(10 * minutes);
  return detail(BookingId).catch(error => {
    throw new Ended({ outcome: 'ask-support', bookingId: BookingId, why: String(error) });
  });
}

/** The interval and the total time of polling for each undecided status, in minutes. */
const polling = { TechnicalProblem: [5, 30], Pending: [10, 30], OnRequest: [10, 1440], PENDING: [10, 30] };
const ends = {
  CONFIRMED: 'confirmed',
  Rejected: 'rejected',
  Expired: 'expired',
  FAILED: 'failed',
  Cancelled: 'failed',
};

async function settle(first) {
  let booking = first;
  const isRequest = first.bookingStatus === 'OnRequest';
  for (let waited = 0; polling[booking.bookingStatus] && booking.Status !== 'SOLICITACAO DE RESERVA'; ) {
    const [interval, window] = polling[booking.bookingStatus];
    if (waited + interval > (isRequest ? 1440 : window)) break;
    await sleep(interval * minutes);
    waited += interval;
    booking = await detail(booking.BookingId).catch(() => booking);
  }
  return { outcome: ends[booking.bookingStatus] ?? 'ask-support', bookingId: booking.BookingId };
}

async function play() {
  const [step, ...others] = task.steps;
  const isOurs = step.do === 'book' && step.product === 'hotel' && step.criteria.rooms.length === 1;
  if (!isOurs || others.length > 0)
    return { outcome: 'unsupported', why: 'this client books only one hotel room' };
  if (env('ATTEMPT') !== '1' && existsSync(stateFile)) {
    const booking = await lookUp(JSON.parse(readFileSync(stateFile, 'utf8')).reference, step.guests);
    if (booking) return settle(booking);
  }
  return book(step);
}

const result = await play().catch(error => {
  if (error instanceof Ended) return error.result;
  if (!existsSync(stateFile)) return { outcome: 'error', why: String(error) };
  // There was an attempt to book, so a booking can stand. The state file has its reference.
  return { outcome: 'ask-support', why: `${error}; ${readFileSync(stateFile, 'utf8')}` };
});
writeFileSync(env('RESULT'), JSON.stringify(result));
