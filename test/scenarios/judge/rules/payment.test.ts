import { payment } from '#scenarios/catalogue/parts';
import { minute, type Say, toBooking, toConditions, traffic, wire } from './build.ts';
import { carStep, hotelStep, oneTask, shared, taskOf } from './tasks.ts';
import { fails, findings, notObserved, passes, testRule, warns } from './test-rule.ts';

const onRequest = () =>
  toConditions({ answer: { restriction: 'OnRequest' } }).book({ shows: [wire.onRequest] });
const tripOnRequest = () =>
  toBooking()
    .search()
    .conditions({ answer: { restriction: 'OnRequest' } })
    .book({ request: { bookingId: 'B1' }, shows: [wire.confirmed, wire.onRequest] })
    .look({ after: 20 * minute, shows: [wire.confirmed, wire.rejected] });
/** The result of a trip of a hotel and a transfer: the outcome of the hotel, and the outcome of each service. */
const reported = (outcome: string) => ({
  result: {
    outcome: 'confirmed',
    bookingId: 'B1',
    services: [
      { product: 'hotel', outcome: 'confirmed' },
      { product: 'transfer', outcome },
    ],
  },
});
const confirmed = { result: { outcome: 'confirmed', bookingId: 'B1' } };

testRule('on-request-not-success', {
  'a booking that a poll has shown confirmed': passes(onRequest().look({ after: 10 * minute }), {
    context: confirmed,
  }),
  'a booking that is reported confirmed at once': fails([[3]], onRequest(), {
    context: confirmed,
    says: /booking B1 as confirmed, although its last known status was OnRequest \(exchange 3\)/,
  }),
  'a booking that is reported confirmed while it is PENDING': fails(
    [[4]],
    onRequest().look({ after: 10 * minute, shows: [wire.inProgress] }),
    { context: { result: { outcome: 'confirmed' } } },
  ),
  'a booking that is reported confirmed although it was turned down': fails(
    [[4]],
    onRequest().look({ after: 10 * minute, shows: [wire.rejected] }),
    { context: confirmed, says: /its last known status was Rejected/ },
  ),
  'a payment before anybody has confirmed': fails([[3, 4]], onRequest().pay({ status: 400 }), {
    says: /paid for booking B1 \(exchange 4\)/,
  }),
  'a service that is added before anybody has confirmed': fails(
    [[3, 4]],
    onRequest().book({ request: { bookingId: 'B1', item: 'T1' } }),
    { says: /added a service/ },
  ),
  'a service that is added once it is confirmed': passes(
    onRequest()
      .look()
      .book({ request: { bookingId: 'B1', item: 'T1' } }),
  ),
  'the only booking of a task that is reported confirmed under an unknown id': fails(
    [[4]],
    onRequest().look({ shows: [wire.onRequest] }),
    { context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'X-B1' } } },
  ),
  'the last booking of a task that is reported confirmed under no id': fails(
    [[5]],
    toBooking({ shows: [wire.rejected] })
      .conditions({ answer: { restriction: 'OnRequest' } })
      .book({ shows: [wire.onRequest] }),
    { context: { ...oneTask, result: { outcome: 'confirmed' } } },
  ),
  'another booking of the task that is reported': passes(onRequest().conditions().book(), {
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'B2' } },
  }),
  'another booking that is reported': passes(onRequest(), {
    context: { result: { outcome: 'confirmed', bookingId: 'B9' } },
  }),
  'a booking on request of which nothing more is known': notObserved(onRequest()),
  'a trip whose second service was rejected and is reported so': passes(tripOnRequest(), {
    context: reported('rejected'),
  }),
  'a trip whose second service was rejected and is reported confirmed': fails([[7]], tripOnRequest(), {
    context: reported('confirmed'),
    says: /its last known status was Rejected/,
  }),
  'a booking that was confirmed at once': notObserved(toBooking(), { context: confirmed }),
});

const offer: Say = { answer: { prePayment: true, paymentConditions: ['PC1-1', 'PC1-3'] } };
const prepaid = () => toConditions(offer).book({ shows: [wire.waitsForCard] });
const declined: Say = {
  shows: [wire.waitsForCard],
  answer: { paymentStatus: 'Declined', errors: ['PaymentDeclined'] },
};
const card = {
  ContractingParty: {
    Address: 'x',
    CPF: 'x',
    CityName: 'x',
    CountryCode: 'BR',
    Email: 'x',
    PersonName: 'x',
    PhoneDDD: 'x',
    PhoneNumber: 'x',
  },
  CreditCard: {
    Holder: 'x',
    CardNumber: '4111111111111111',
    MonthExpiration: '12',
    YearExpiration: '2029',
    SecurityCode: '123',
    NumberPayments: 1,
  },
};
const withCard = taskOf({ ...hotelStep, payment: card });

testRule('prepayment-paid', {
  'one payment under an offered condition': passes(prepaid().pay()),
  'another payment after one that was declined': passes(prepaid().pay(declined).pay()),
  'another payment after one that was declined without Errors': passes(
    prepaid()
      .pay({ answer: { paymentStatus: 'Declined' } })
      .pay(),
  ),
  'another payment after one that was approved with Errors': passes(
    prepaid()
      .pay({ answer: { paymentStatus: 'Approved', errors: ['SupplierTimeout'] } })
      .pay(),
  ),
  'another payment after a look, the answer being lost': passes(
    prepaid()
      .pay({ lost: 'reset' })
      .look({ shows: [wire.waitsForCard] })
      .pay(),
  ),
  'a condition that was not offered': fails(
    [[3, 4]],
    prepaid().pay({ status: 400, request: { payment: { condition: 'PC9-1' } } }),
    { says: /"PC9-1", but the conditions offered PC1-1, PC1-3/ },
  ),
  'a second payment after one that was approved': fails(
    [[4, 5]],
    prepaid()
      .pay()
      .pay({ status: 400, request: { payment: { condition: 'PC1-3' } } }),
    { says: /paid again at .* \(exchange 5\), .* was answered Approved/ },
  ),
  'a second payment while the first is under way': fails(
    [[4, 5]],
    prepaid().pay({ took: 3_000 }).pay({ at: 1_000, status: 400 }),
    { says: /had no answer yet/ },
  ),
  'a booking that waits in vain for the card of the task': fails([[3]], prepaid(), {
    context: { task: withCard, closedAt: Date.parse('2026-11-22T00:00:00Z') },
    expects: /payBooking/,
  }),
  'an unpaid booking in traffic that several programs share': warns([[3]], prepaid(), {
    context: { closedAt: Date.parse('2026-11-22T00:00:00Z') },
  }),
  'an unpaid booking that is reported confirmed': fails([[3]], prepaid(), {
    context: { task: withCard, result: { outcome: 'confirmed' } },
  }),
  'an unpaid booking of a task without a card': notObserved(prepaid(), {
    context: { ...oneTask, closedAt: Date.parse('2026-11-22T00:00:00Z') },
  }),
  'a booking that can be paid later': notObserved(toBooking()),
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
  'a payment that the booking itself waits for': passes(
    bookedUnder()
      .look({ shows: [wire.waitsForCard] })
      .pay(),
  ),
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

const testCard = { last4: '1111', luhn: true, ours: true };
const paymentByCard = { condition: 'PC1-1', card: testCard };
const paid = { request: { payment: paymentByCard } };

testRule('card-only-when-needed', {
  'a DoBooking without a card': passes(toBooking()),
  'a DoBooking that charges the card': passes(toConditions({ answer: { payLater: false } }).book(paid)),
  'a card for a room that is paid at the hotel': fails([[2, 3]], toBooking(paid), {
    says: /sent a card in hotel.doBooking \(exchange 3\), although CanPayLater is true/,
  }),
  'a card in DoBooking for a prepaid room': warns(
    [[2, 3]],
    toConditions({ answer: { prePayment: true } }).book(paid),
  ),
  'a DoBooking whose conditions were not recorded': passes(traffic().book(paid)),
  'a payment condition without a card': passes(toBooking({ request: { payment: { condition: 'PC1-1' } } })),
  'a card that the server did not use, for a room that is paid at the hotel': fails(
    [[2, 3]],
    toBooking({
      facts: {
        warnings: [{ kind: 'ignored', field: 'Payment.PaymentRequestCC1.CreditCard', message: 'm' }],
      },
    }),
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
  'the plan of the user': passes(traffic().pay(inPlan(3)), { context: inThree }),
  'another plan': fails([[1]], traffic().pay(inPlan(6)), {
    context: inThree,
    says: /paid in 6 instalments \(exchange 1\), but the user chose 3 instalments/,
  }),
  'the plan of another service': fails([[1]], traffic().book(inPlan(1)), { context: mixed }),
  'the payment of any service': passes(traffic().pay(inPlan(1)), { context: mixed }),
  'a task without a card': notObserved(traffic().pay(inPlan(6)), { context: oneTask }),
  'a payment without a task': notObserved(traffic().pay(inPlan(6)), { why: /task/ }),
});

const lost = () =>
  toConditions({ answer: { prePayment: true } })
    .book()
    .pay({ lost: 'reset' });

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

const bookedOnce = () => toBooking();
const cardMarked = (mark: string | undefined, condition = 'PC1-1'): Say['request'] => ({
  payment: { condition, card: { last4: '1111', luhn: true, ours: true, ...(mark && { mark }) } },
});
const declinedWith = (mark: string | undefined, condition?: string): Say => ({
  request: cardMarked(mark, condition) ?? {},
  answer: { paymentStatus: 'Declined' },
});

testRule('declined-card-not-repeated', oneTask, {
  'a declined card that is not sent again': passes(bookedOnce().pay(declinedWith('~a'))),
  'a declined card that is sent again unchanged': fails(
    [[4, 5]],
    bookedOnce().pay(declinedWith('~a')).pay(declinedWith('~a')),
    { says: /sent a card that ends in 1111 again.*exchange 5.*declined.*exchange 4/ },
  ),
  'a declined card that is sent two more times': fails(
    findings([4, 5], [4, 6]),
    bookedOnce().pay(declinedWith('~a')).pay(declinedWith('~a')).pay(declinedWith('~a')),
  ),
  'a declined card that is sent again after another card': fails(
    [[4, 6]],
    bookedOnce().pay(declinedWith('~a')).pay(declinedWith('~b')).pay(declinedWith('~a')),
  ),
  'another card with the same last digits': passes(
    bookedOnce()
      .pay(declinedWith('~a'))
      .pay({ request: cardMarked('~b') ?? {} }),
  ),
  'the same card with other instalments': passes(
    bookedOnce().pay(declinedWith('~a')).pay(declinedWith('~a', 'PC1-3')),
  ),
  'the same card for another booking': passes(
    bookedOnce().pay(declinedWith('~a')).search().conditions().book().pay(declinedWith('~a')),
  ),
  'the same card after a payment without an answer': passes(
    bookedOnce()
      .pay({ lost: 'reset', request: cardMarked('~a') ?? {} })
      .pay(declinedWith('~a')),
  ),
  'a declined card that is sent again by traffic without a task': warns(
    [[4, 5]],
    bookedOnce().pay(declinedWith('~a')).pay(declinedWith('~a')),
    { context: shared },
  ),
  'cards that the record does not tell apart': notObserved(
    bookedOnce().pay(declinedWith(undefined)).pay(declinedWith(undefined)),
  ),
  'a payment that was approved': notObserved(bookedOnce().pay()),
});
