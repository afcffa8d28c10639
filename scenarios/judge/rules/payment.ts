import type { AnswerFacts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { append, counted, memoize } from '#contracts/util';
import { isOfOneClient, type Run } from '../context.ts';
import { isReportedOn } from '../reported.ts';
import { assessEach, defineRule, type Found, finding, findingWith, missingInput } from '../rule.ts';
import {
  type BookingView,
  type Call,
  callsOf,
  couldHaveSeen,
  hasSeen,
  hasStatus,
  isBefore,
  isUnknown,
  type KnownService,
  lastSeen,
  looksBetween,
  seenBefore,
  statusWord,
  type Trip,
} from '../traffic/index.ts';

export const paymentRules = [
  defineRule('on-request-not-success', {
    clauses: ['flow.5', 'field.restriction-type', 'trans.confirm'],
    title:
      'A correct client waits for CONFIRMED before it pays for an OnRequest booking, adds a service or reports a success.',
    right: 'DoBooking returns OnRequest, a poll returns CONFIRMED, and the client reports "confirmed".',
    wrong: 'DoBooking returns OnRequest, and the client reports "confirmed" or adds a transfer at once.',
    explanation:
      'The judge compares payments, added services and the result of the client with the statuses that the client has seen.',
    expected: 'A correct client polls GetBookingDetail until it returns CONFIRMED.',
    cases: run => run.trips.filter(isFromRequest),
    nothing: 'no booking was OnRequest',
    judgeCase(trip, run) {
      const findings = trip.events.flatMap(({ call }) => {
        if (call.step !== 'pay' && call.step !== 'book') return [];
        const before = seenBefore(trip, call);
        const service = before?.view.isSure && hasSeen(call, before.by) ? waiting(before.view) : undefined;
        if (!before || !service) return [];
        const what = call.step === 'pay' ? 'paid for' : 'added a service to';
        return finding`The client ${what} booking ${trip.id} (${call}), although ${before.by} showed this OnRequest booking still ${statusWord(service.status)}. The hotel may still refuse the booking.`;
      });
      const reported = judgeReport(trip, run);
      if (reported) findings.push(reported);
      const isShown = run.result !== undefined || trip.events.some(({ call }) => call.step === 'look');
      return findings.length > 0 || isShown ? findings : 'not applicable';
    },
  }),
  defineRule('prepayment-paid', {
    clauses: ['svc.3', 'field.is-prepayment', 'status.aguardando'],
    title:
      'A correct client pays a prepaid booking with payBooking and an offered PaymentConditionId, and pays again only after Declined.',
    right:
      'IsPrePayment is true in the conditions. The client sends DoBooking, and then payBooking with an offered PaymentConditionId.',
    wrong:
      'IsPrePayment is true in the conditions, but the client sends no payBooking, or a PaymentConditionId that was never offered.',
    explanation:
      'The judge compares each prepaid booking with its payments. At most one payment may be approved or open.',
    expected:
      'A correct client sends payBooking with a PaymentConditionId from the conditions of the booking.',
    cases: run => run.trips.filter(trip => prepaidOf(trip).length > 0),
    nothing: 'no prepaid offer was booked',
    judgeCase(trip, run) {
      const pays = callsOf(trip, 'pay');
      if (pays.length === 0) return judgeUnpaid(trip, run);
      return [...foreignConditions(trip, pays), ...paidTwice(pays)];
    },
  }),
  defineRule('payment-only-when-due', {
    level: 'should',
    clauses: ['svc.3'],
    title: 'A correct client sends payBooking only for a booking that must be paid in advance.',
    right: 'IsPrePayment is false in the conditions, and the client sends no payBooking.',
    wrong: 'The client sends payBooking for a room that is not prepaid and can be paid later.',
    explanation:
      'The judge compares each payBooking with IsPrePayment and CanPayLater in the conditions of the booking.',
    expected: 'A correct client sends no payBooking for such a booking.',
    cases: run => [...run.of('book'), ...run.of('pay')],
    nothing: 'no booking was without prepayment',
    judgeCase(call) {
      if (call.step === 'pay') return call.trip ? judgePayment(call, dueOf(call.trip)) : 'not applicable';
      return call.isSuccess && call.issuer?.facts.answer.prePayment === false ? undefined : 'not applicable';
    },
  }),
  defineRule('charged-at-booking', {
    clauses: ['flow.6', 'field.can-pay-later'],
    title:
      'A correct client sends Payment in DoBooking, or payBooking right after DoBooking, if CanPayLater is false.',
    right: 'CanPayLater is false in the conditions, and the client sends Payment in DoBooking.',
    wrong:
      'CanPayLater is false in the conditions, but the client sends neither Payment in DoBooking nor payBooking.',
    explanation: 'The judge compares each DoBooking with CanPayLater and IsPrePayment in its conditions.',
    expected: 'A correct client sends Payment in DoBooking, with an offered PaymentConditionId and the card.',
    cases: run => run.of('book'),
    nothing: 'no booking had CanPayLater false',
    judgeCase(book) {
      const { issuer, facts } = book;
      const given = issuer?.facts.answer;
      if (!issuer || given?.payLater !== false || given.prePayment === true) return 'not applicable';
      if (facts.request.payment) return undefined;
      const isPaidAfter = book.trip?.events.some(
        ({ call }) => call.step === 'pay' && call.number > book.number,
      );
      if (isPaidAfter) return undefined;
      if (book.isLost || (book.isRefused && facts.status !== 400)) return 'not applicable';
      return finding`The client sent DoBooking (${book}) without Payment and no payBooking after it, although CanPayLater is false in the conditions (${issuer}). The supplier charges such a booking at once.`;
    },
  }),
  defineRule('card-only-when-needed', {
    clauses: ['auth.5', 'field.can-pay-later'],
    title: 'A correct client sends card data only in a payment, or in a DoBooking that charges the card.',
    right: 'CanPayLater is true in the conditions, and the client sends DoBooking without a card.',
    wrong: 'The client sends its card with each DoBooking, or in a Search.',
    explanation:
      'The judge compares each DoBooking that has a card with CanPayLater and IsPrePayment in its conditions. A card in DoBooking for a prepaid room is only a warning, because the card is needed soon after.',
    expected:
      'A correct client sends a card only in payBooking, or in DoBooking if CanPayLater is false in the conditions.',
    standsAlone: true,
    cases: ({ calls }) => calls,
    nothing: 'no booking call was sent',
    judgeCase(call) {
      if (call.step === 'tool' || call.step === 'unknown' || call.step === 'static') return 'not applicable';
      if (call.step === 'pay') return undefined; // the rule payment-only-when-due judges payments
      if (call.step === 'book') return hasCard(call) ? judgeBooking(call) : undefined;
      return hasCard(call) ? report(call, 'which needs no card') : undefined;
    },
  }),
  defineRule('instalments-as-chosen', {
    clauses: ['res.payment', 'svc.3'],
    title: 'A correct client pays in the number of instalments that the user chose.',
    right: 'The task has NumberPayments 3, and the client pays with the payment condition of 3 instalments.',
    wrong: 'The client always pays in the most instalments that the supplier offers.',
    explanation:
      'The judge compares NumberPayments in each payment with NumberPayments in the task. The rule needs a task.',
    judge({ calls, task }) {
      if (!task) return missingInput('the rule needs a task, which says how many instalments the user chose');
      return assessEach(
        calls,
        call => {
          const { payment } = call.facts.request;
          const wanted = chosenFor(call, task);
          if (payment?.instalments === undefined || wanted.length === 0) return 'not applicable';
          if (wanted.includes(payment.instalments)) return undefined;
          return findingWith({
            expected: `A correct client sends NumberPayments ${wanted.join(' or ')}, with the payment condition that has as many Installments.`,
          })`The client paid in ${counted(payment.instalments, 'instalment')} (${call}), but the user chose ${counted(wanted[0] ?? 1, 'instalment')}. The user would get another plan of payments.`;
        },
        'no payment had a number of instalments',
      );
    },
  }),
  defineRule('payment-not-repeated', {
    level: 'should',
    clauses: ['flow.3', 'svc.3'],
    title: 'A correct client looks up the booking before it repeats a payment whose answer was lost.',
    right:
      'The answer to payBooking is lost. The client sends GetBookingDetail and sees that the booking is paid.',
    wrong: 'The answer to payBooking is lost, and the client sends payBooking again at once.',
    explanation:
      'The judge reads the look-ups after each payment without an answer. The specification requires such look-ups only for DoBooking, so a finding is a warning.',
    expected:
      'A correct client sends GetBookingDetail, and another payBooking only if its Payments show no charge.',
    readsLookUps: true,
    cases: run => run.trips,
    nothing: 'no answer to a payBooking was lost',
    judgeCase(trip, run) {
      const pays = callsOf(trip, 'pay');
      if (!pays.some(call => call.isLost)) return 'not applicable';
      const looks = callsOf(trip, 'look').filter(look => look.isSuccess);
      return pays.flatMap((pay, index) => {
        const earlier = pays[index - 1];
        if (!earlier?.isLost || !couldHaveSeen(pay, earlier)) return [];
        const looked =
          looks.some(({ number }) => number > earlier.number && number < pay.number) ||
          looksBetween(earlier, pay, run).some(call => call.step === 'list' && call.isSuccess);
        if (looked) return [];
        return finding`The client paid booking ${pay.facts.request.bookingId} again at ${pay.opened} (${pay}) without a look-up, although the answer to payBooking at ${earlier.opened} (${earlier}) was lost. The card may be charged twice.`;
      });
    },
  }),
  defineRule('declined-card-not-repeated', {
    clauses: ['svc.3', 'status.aguardando'],
    title: 'A correct client does not send a card again unchanged after payBooking returned Declined.',
    right: 'payBooking returns Declined, and the client asks its user for another card.',
    wrong: 'payBooking returns Declined, and the client sends the same card again.',
    explanation:
      'The judge compares the cards of all payments of one booking by a mark, which does not contain the card number. A payment with another number, date, security code, holder or PaymentConditionId is allowed.',
    expected: 'A correct client reports "payment-declined", or asks its user for another card.',
    needsOneClient: true,
    cases: ({ trips }) => trips,
    nothing: 'no payment of a booking was declined',
    judgeCase({ id, events }) {
      const declined = new Map<string, Call>();
      const findings = events.flatMap(({ call }) => {
        const key = call.step === 'pay' ? keyOf(call) : undefined;
        if (key === undefined) return [];
        const earlier = declined.get(key);
        if (!earlier && isDeclined(call)) declined.set(key, call);
        if (!earlier || !hasSeen(call, earlier)) return [];
        return finding`The client sent a card that ends in ${call.facts.request.payment?.card?.last4} again for booking ${id} at ${call.opened} (${call}), although this card was declined at ${earlier.opened} (${earlier}). A bank can block a card after repeated attempts.`;
      });
      return declined.size === 0 ? 'not applicable' : findings;
    },
  }),
] as const;

const isFromRequest = ({ events }: Trip): boolean =>
  events.some(({ view }) => view && [...view.services.values()].some(({ fromRequest }) => fromRequest));

const unconfirmed = ({ services }: BookingView): KnownService[] =>
  [...services.values()].filter(({ fromRequest, status }) => fromRequest && status !== 'confirmed');

const waiting = ({ services }: BookingView): KnownService | undefined =>
  [...services.values()].find(({ fromRequest, status }) => fromRequest && isUnknown(status));

function judgeReport(trip: Trip, run: Run): Found | undefined {
  if (run.result?.outcome !== 'confirmed') return undefined;
  const last = lastSeen(trip);
  const open = last?.view.isSure ? unconfirmed(last.view) : [];
  const [service] = open;
  if (!isReportedOn(trip, run) || !last || !service) return undefined;
  // The outcome of a trip is that of its first service. The result has the outcomes of the other services too.
  const others = run.result.services?.filter(({ outcome }) => outcome !== 'confirmed') ?? [];
  if (others.length >= open.length) return undefined;
  return findingWith({
    expected: 'A correct client reports "confirmed" only after GetBookingDetail has returned CONFIRMED.',
  })`The client reported booking ${trip.id} as confirmed, although its last known status was ${statusWord(service.status)} (${last.by}). The traveller would rely on a room that the hotel has not confirmed.`;
}

const maxShown = 5;

const prepaidOf = (trip: Trip): Call[] =>
  callsOf(trip, 'book').filter(book => book.issuer?.facts.answer.prePayment === true && book.isSuccess);

function judgeUnpaid(trip: Trip, run: Run) {
  const { closedAt, result, task } = run;
  const last = lastSeen(trip);
  const isWaiting = last?.view.isSure === true && hasStatus(last.view, 'awaiting-payment');
  const hasCard = task?.steps.some(step => step.do === 'book' && step.payment) ?? true;
  const isOver = result ? result.outcome === 'confirmed' : closedAt !== undefined;
  if (!last || !isWaiting || !hasCard || !isOver) return 'not applicable';
  return findingWith({
    also: prepaidOf(trip),
    warn: !isOfOneClient(run),
  })`The client sent no payBooking for booking ${trip.id}, which is prepaid and waits for its payment (${last.by}). The supplier releases an unpaid booking.`;
}

function foreignConditions(trip: Trip, pays: readonly Call[]): Found[] {
  const books = callsOf(trip, 'book');
  // Without recorded conditions, the offered PaymentConditionIds are unknown.
  if (books.some(({ issuer }) => issuer === undefined)) return [];
  const offered = new Set(books.flatMap(({ issuer }) => issuer?.facts.answer.paymentConditions ?? []));
  const prepaid = prepaidOf(trip).slice(0, maxShown);
  const words = [...offered].slice(0, maxShown).join(', ') || 'none';
  return pays.flatMap(pay => {
    const { condition = 'none' } = pay.facts.request.payment ?? {};
    if (offered.has(condition)) return [];
    return findingWith({
      also: prepaid,
      expected:
        'A correct client sends a PaymentConditionId from the PaymentConditions of GetBookingConditions.',
    })`The client sent payBooking (${pay}) with PaymentConditionId "${condition}", but the conditions offered ${words}. The supplier rejects a condition that it did not offer.`;
  });
}

/** After a declined payment, a client may try again. */
function paidTwice(pays: readonly Call[]): Found[] {
  const before = new Map<string, Call>();
  return pays.flatMap(pay => {
    const { condition = '' } = pay.facts.request.payment ?? {};
    const service = serviceOf(condition);
    const earlier = before.get(service);
    const isTaken = earlier !== undefined && hasTaken(earlier) && hasSeen(pay, earlier);
    const isUnderWay =
      earlier !== undefined && (earlier.ended === undefined || isBefore(pay.opened, earlier.ended));
    if (!isTaken) before.set(service, pay);
    if (!earlier || !(isTaken || isUnderWay)) return [];
    const how = isTaken ? `was answered ${earlier.facts.answer.paymentStatus}` : 'had no answer yet';
    return findingWith({
      expected: 'A correct client sends a second payBooking only after the first one returned Declined.',
    })`The client paid again at ${pay.opened} (${pay}), although payBooking at ${earlier.opened} (${earlier}) ${how}. The card may be charged twice.`;
  });
}

/** Common to all instalment plans of an offer. */
const serviceOf = (condition: string): string => condition.replace(/-\d+$/, '');

function hasTaken(pay: Call): boolean {
  const { paymentStatus, errors } = pay.facts.answer;
  return pay.isSuccess && !errors && (paymentStatus === 'Approved' || paymentStatus === 'Pending');
}

function judgePayment(pay: Call, { books, given, byCondition, asking }: ReturnType<typeof dueOf>) {
  // If no conditions offered this id, all conditions of the booking count.
  const offers = byCondition.get(pay.facts.request.payment?.condition ?? '') ?? given;
  // If the conditions were not recorded, the payment may be due.
  const isDue = offers.some(answer => answer?.prePayment !== false || answer.payLater === false);
  if (offers.length === 0) return 'not applicable';
  if (isDue || (asking && asking.by.number < pay.number)) return undefined;
  return findingWith({
    also: books.slice(0, maxShown),
  })`The client sent payBooking (${pay}) for booking ${pay.facts.request.bookingId}, whose conditions have IsPrePayment false and CanPayLater true. The traveller may have to pay a second time at the hotel.`;
}

/** A booking can have thousands of payments, so its conditions are read once. */
const dueOf = memoize((trip: Trip) => {
  const books = callsOf(trip, 'book');
  const given = books.map(({ issuer }) => issuer?.facts.answer);
  const byCondition = new Map<string, AnswerFacts[]>();
  for (const answer of given)
    for (const condition of answer?.paymentConditions ?? [])
      if (answer) append(byCondition, condition, answer);
  return {
    books,
    given,
    byCondition,
    asking: trip.seen.find(({ view }) => hasStatus(view, 'awaiting-payment')),
  };
}, new WeakMap());

const cardField = /(?:^|\.)(?:PaymentRequestCC1|CreditCard|CardNumber|SecurityCode)$/i;

/** Of warnings about fields that the server did not use. */
const unusedKinds: readonly string[] = ['unknown-field', 'ignored'];

/** Also in a field that is not in the contract or that the server did not use. */
const hasCard = ({ facts: { request, warnings = [] } }: Call): boolean =>
  request.payment?.card !== undefined ||
  warnings.some(({ kind, field }) => unusedKinds.includes(kind) && cardField.test(field));

function judgeBooking(book: Call) {
  const given = book.issuer?.facts.answer;
  if (given?.payLater !== true) return undefined;
  if (given.prePayment === true)
    return report(book, 'although IsPrePayment is true and payBooking is the payment', true);
  return report(book, 'although CanPayLater is true in its conditions and nothing is charged');
}

function report(call: Call, why: string, warn = false) {
  return findingWith({
    also: [call.step === 'book' ? call.issuer : undefined],
    warn,
  })`The client sent a card in ${call.facts.operation} (${call}), ${why}. Each needless copy of a card can be stolen.`;
}

/** A DoBooking shows the product, but a payBooking does not. */
const chosenFor = ({ step, product }: Call, { steps }: Task): number[] => [
  ...new Set(
    steps.flatMap(one =>
      one.do === 'book' && one.payment && (step !== 'book' || one.product === product)
        ? [one.payment.CreditCard.NumberPayments]
        : [],
    ),
  ),
];

/** Undefined if the record does not show which card was used. */
function keyOf({ facts: { request } }: Call): string | undefined {
  const { card, condition } = request.payment ?? {};
  return card?.mark === undefined ? undefined : `${card.mark} ${condition}`;
}

const isDeclined = (call: Call): boolean => call.isSuccess && call.facts.answer.paymentStatus === 'Declined';
