import { payment } from '#scenarios/catalogue/parts';
import { adding, booked, type Say, toBooking, toConditions, traffic, wire } from './build.ts';
import { carStep, hotelStep, oneTask, shared, taskOf } from './tasks.ts';
import { fails, findings, notObserved, passes, testRule, warns } from './test-rule.ts';

const asking: Say = { answer: { restriction: 'OnRequest' } };
const onRequest = () => toConditions(asking).book({ shows: wire.onRequest });
const tripOnRequest = () =>
  toBooking()
    .search()
    .conditions(asking)
    .book({ request: { bookingId: 'B1' }, shows: [wire.confirmed, wire.onRequest] })
    .look({ after: 'PT20M', shows: [wire.confirmed, wire.rejected] });
/** The result of a trip of a hotel and a transfer: the outcome of the hotel, and the outcome of each service. */
const reported = (outcome: string) => {
  const services = Object.entries({ hotel: 'confirmed', transfer: outcome });
  return {
    result: { ...confirmed.result, services: services.map(([product, outcome]) => ({ product, outcome })) },
  };
};
/** The result of a client that reports a booking under an id. */
const confirmedAs = (bookingId?: string) => ({ result: { outcome: 'confirmed', bookingId } });
const confirmed = confirmedAs('B1');

testRule('on-request-not-success', {
  'a booking that a poll has shown confirmed': passes(onRequest().look({ after: 'PT10M' }), confirmed),
  'a booking that is reported confirmed at once': fails([[3]], onRequest(), {
    ...confirmed,
    says: /booking B1 as confirmed, although its last known status was OnRequest \(exchange 3\)/,
  }),
  'a booking that is reported confirmed while it is PENDING': fails(
    [[4]],
    onRequest().look({ after: 'PT10M', shows: wire.inProgress }),
    confirmedAs(),
  ),
  'a payment before anybody has confirmed': fails([[3, 4]], onRequest().pay({ status: 400 }), {
    says: /paid for booking B1 \(exchange 4\)/,
  }),
  'a service that is added before anybody has confirmed': fails([[3, 4]], onRequest().book(adding), {
    says: /added a service/,
  }),
  'a service that is added once it is confirmed': passes(onRequest().look().book(adding)),
  'the only booking of a task that is reported confirmed under an unknown id': fails(
    [[4]],
    onRequest().look({ shows: wire.onRequest }),
    { ...oneTask, ...confirmedAs('X-B1') },
  ),
  'the last booking of a task that is reported confirmed under no id': fails(
    [[5]],
    booked(wire.rejected).conditions(asking).book({ shows: wire.onRequest }),
    { ...oneTask, ...confirmedAs() },
  ),
  'another booking that is reported': passes(onRequest(), confirmedAs('B9')),
  'a booking on request of which nothing more is known': notObserved(onRequest()),
  'a trip whose second service was rejected and is reported so': passes(
    tripOnRequest(),
    reported('rejected'),
  ),
  'a trip whose second service was rejected and is reported confirmed': fails([[7]], tripOnRequest(), {
    ...reported('confirmed'),
    says: /its last known status was Rejected/,
  }),
  'a booking that was confirmed at once': notObserved(toBooking(), confirmed),
});

const offer: Say = { answer: { prePayment: true, paymentConditions: ['PC1-1', 'PC1-3'] } };
const prepaid = () => toConditions(offer).book({ shows: wire.waitsForCard });
/** The answer to a payment: its status and its errors. */
const answered = (paymentStatus: string, ...errors: string[]): Say => ({
  answer: { paymentStatus, ...(errors.length > 0 && { errors }) },
});
const declined: Say = { shows: wire.waitsForCard, ...answered('Declined', 'PaymentDeclined') };
const waiting = { shows: wire.waitsForCard };
/** A refused payment under a condition. */
const under = (condition: string): Say => ({ status: 400, request: { payment: { condition } } });
const withCard = taskOf({ ...hotelStep, payment });
const dayLater = { closedAt: Date.parse('2026-11-22T00:00:00Z') };

testRule('prepayment-paid', {
  'one payment under an offered condition': passes(prepaid().pay()),
  'another payment after one that was declined': passes(prepaid().pay(declined).pay()),
  'another payment after one that was declined without Errors': passes(
    prepaid().pay(answered('Declined')).pay(),
  ),
  'another payment after one that was approved with Errors': passes(
    prepaid().pay(answered('Approved', 'SupplierTimeout')).pay(),
  ),
  'a condition that was not offered': fails([[3, 4]], prepaid().pay(under('PC9-1')), {
    says: /"PC9-1", but the conditions offered PC1-1, PC1-3/,
  }),
  'a second payment after one that was approved': fails([[4, 5]], prepaid().pay().pay(under('PC1-3')), {
    says: /paid again at .* \(exchange 5\), .* was answered Approved/,
  }),
  'a second payment while the first is under way': fails(
    [[4, 5]],
    prepaid().pay({ took: 3_000 }).pay({ at: 1_000, status: 400 }),
    { says: /had no answer yet/ },
  ),
  'a booking that waits in vain for the card of the task': fails([[3]], prepaid(), {
    task: withCard,
    ...dayLater,
    expects: /payBooking/,
  }),
  'an unpaid booking in traffic that several programs share': warns([[3]], prepaid(), dayLater),
  'an unpaid booking that is reported confirmed': fails([[3]], prepaid(), {
    task: withCard,
    result: { outcome: 'confirmed' },
  }),
  'an unpaid booking of a task without a card': notObserved(prepaid(), { ...oneTask, ...dayLater }),
});

const bookedUnder = (answer: { prePayment?: boolean; payLater?: boolean } = {}) =>
  toConditions({ answer }).book();

testRule('payment-only-when-due', {
  'a payment of what is prepaid': passes(bookedUnder({ prePayment: true }).pay()),
  'a payment of what cannot be paid later (decision 4)': passes(bookedUnder({ payLater: false }).pay()),
  'a booking that is not prepaid and not paid': passes(bookedUnder()),
  'a payment of what could be paid later': warns([[3, 4]], bookedUnder().pay(), {
    says: /IsPrePayment false and CanPayLater true/,
  }),
  'a payment that the booking itself waits for': passes(bookedUnder().look(waiting).pay()),
  'a payment of a booking from before the recording': notObserved(
    traffic().pay({ request: { bookingId: 'B0' } }),
  ),
});

const payNow = () => toConditions({ answer: { payLater: false } });
const byCondition = { condition: 'PC1-1' };

testRule('charged-at-booking', {
  'a booking with its payment': passes(payNow().book({ request: { payment: byCondition } })),
  'a payBooking right after the booking (decision 4)': passes(payNow().book().pay()),
  'a booking without a payment': fails(
    [[2, 3]],
    payNow().book({ status: 400, answer: { errors: ['InvalidRequest'], fields: ['Payment'] } }),
    { says: /sent DoBooking \(exchange 3\) without Payment/ },
  ),
  'a booking that was refused for the rate': notObserved(payNow().book({ status: 429 })),
  'a prepaid booking': notObserved(toConditions({ answer: { payLater: false, prePayment: true } }).book()),
});

/** A payment by a card that the record knows by its mark. */
const paying = (mark?: string, condition = 'PC1-1') => ({
  request: { payment: { condition, card: { last4: '1111', luhn: true, ours: true, ...(mark && { mark }) } } },
});
const paid = paying();
const ignored = { kind: 'ignored' as const, field: 'Payment.PaymentRequestCC1.CreditCard', message: 'm' };

testRule('card-only-when-needed', {
  'a DoBooking without a card': passes(toBooking()),
  'a DoBooking that charges the card': passes(payNow().book(paid)),
  'a card for a room that is paid at the hotel': fails([[2, 3]], toBooking(paid), {
    says: /sent a card in hotel.doBooking \(exchange 3\), although CanPayLater is true/,
  }),
  'a card in DoBooking for a prepaid room': warns(
    [[2, 3]],
    toConditions({ answer: { prePayment: true } }).book(paid),
  ),
  'a DoBooking whose conditions were not recorded': passes(traffic().book(paid)),
  'a payment condition without a card': passes(toBooking({ request: { payment: byCondition } })),
  'a card that the server did not use, for a room that is paid at the hotel': fails(
    [[2, 3]],
    toBooking({ facts: { warnings: [ignored] } }),
  ),
  'a payment, which another rule judges': passes(traffic().pay(paid)),
  'a card in a Search': fails([[1]], traffic().search(paid)),
  'the tool server alone': notObserved(traffic().tool()),
});

const inPlan = (instalments: number) => ({ request: { payment: { condition: 'PC1-1', instalments } } });
const stepIn = (NumberPayments: number) => ({
  payment: { ...payment, CreditCard: { ...payment.CreditCard, NumberPayments } },
});
const inThree = { task: taskOf({ ...hotelStep, ...stepIn(3) }) };
const mixed = { task: taskOf({ ...hotelStep, ...stepIn(3) }, { ...carStep, ...stepIn(1) }) };

testRule('instalments-as-chosen', {
  'the plan of the user': passes(traffic().pay(inPlan(3)), inThree),
  'another plan': fails([[1]], traffic().pay(inPlan(6)), {
    ...inThree,
    says: /paid in 6 instalments \(exchange 1\), but the user chose 3 instalments/,
  }),
  'the plan of another service': fails([[1]], traffic().book(inPlan(1)), mixed),
  'the payment of any service': passes(traffic().pay(inPlan(1)), mixed),
  'a task without a card': notObserved(traffic().pay(inPlan(6)), oneTask),
  'a payment without a task': notObserved(traffic().pay(inPlan(6)), { why: /task/ }),
});

const lost = () => bookedUnder({ prePayment: true }).pay({ lost: 'reset' });

testRule('payment-not-repeated', {
  'a look before another payment': passes(lost().look().pay()),
  'the list before another payment': passes(lost().list().pay()),
  'a lost answer after which nothing is paid': passes(lost()),
  'another payment without a look': warns([[4, 5]], lost().pay(), {
    says: /\(exchange 5\) without a look-up, although the answer to payBooking at .* \(exchange 4\) was lost/,
  }),
  'another payment before the list is read': warns([[4, 5]], lost().pay().list()),
  'another payment after a look that was not answered': warns([[4, 6]], lost().look({ status: 500 }).pay()),
  'another payment after 504': warns([[4, 5]], toBooking().pay({ status: 504 }).pay()),
  'payments that were answered': notObserved(toBooking().pay()),
});

/** A payment by a card with this mark, which is declined. */
const declinedWith = (...card: Parameters<typeof paying>): Say => ({
  ...paying(...card),
  ...answered('Declined'),
});
const [a, b] = [declinedWith('~a'), declinedWith('~b')];
const unmarked = declinedWith();

testRule('declined-card-not-repeated', oneTask, {
  'a declined card that is not sent again': passes(toBooking().pay(a)),
  'a declined card that is sent again unchanged': fails([[4, 5]], toBooking().pay(a).pay(a), {
    says: /sent a card that ends in 1111 again.*exchange 5.*declined.*exchange 4/,
  }),
  'a declined card that is sent two more times': fails(
    findings([4, 5], [4, 6]),
    toBooking().pay(a).pay(a).pay(a),
  ),
  'a declined card that is sent again after another card': fails([[4, 6]], toBooking().pay(a).pay(b).pay(a)),
  'another card with the same last digits': passes(toBooking().pay(a).pay(paying('~b'))),
  'the same card with other instalments': passes(toBooking().pay(a).pay(declinedWith('~a', 'PC1-3'))),
  'the same card for another booking': passes(toBooking().pay(a).search().conditions().book().pay(a)),
  'the same card after a payment without an answer': passes(
    toBooking()
      .pay({ lost: 'reset', ...paying('~a') })
      .pay(a),
  ),
  'a declined card that is sent again by traffic without a task': warns(
    [[4, 5]],
    toBooking().pay(a).pay(a),
    shared,
  ),
  'cards that the record does not tell apart': notObserved(toBooking().pay(unmarked).pay(unmarked)),
});
