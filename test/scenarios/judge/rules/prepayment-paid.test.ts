import { type Say, traffic, wire } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const offer: Say = { answer: { prePayment: true, paymentConditions: ['PC1-1', 'PC1-3'] } };
const prepaid = () =>
  traffic()
    .search()
    .conditions(offer)
    .book({ shows: [wire.waitsForCard] });
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
  'one payment under an offered condition': { traffic: prepaid().pay(), verdict: 'pass' },
  'another payment after one that was declined': { traffic: prepaid().pay(declined).pay(), verdict: 'pass' },
  'another payment after a look, the answer being lost': {
    traffic: prepaid()
      .pay({ lost: 'reset' })
      .look({ shows: [wire.waitsForCard] })
      .pay(),
    verdict: 'pass',
  },
  'a condition that was not offered': {
    traffic: prepaid().pay({ status: 400, request: { payment: { condition: 'PC9-1' } } }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /"PC9-1", but the conditions offered PC1-1, PC1-3/,
  },
  'a second payment after one that was approved': {
    traffic: prepaid()
      .pay()
      .pay({ status: 400, request: { payment: { condition: 'PC1-3' } } }),
    verdict: 'fail',
    at: [[4, 5]],
    says: /paid again at .* \(exchange 5\), .* was answered Approved/,
  },
  'a second payment while the first is under way': {
    traffic: prepaid().pay({ took: 3_000 }).pay({ at: 1_000, status: 400 }),
    verdict: 'fail',
    at: [[4, 5]],
    says: /had no answer yet/,
  },
  'a booking that waits in vain for the card of the task': {
    traffic: prepaid(),
    context: { task: withCard, closedAt: Date.parse('2026-11-22T00:00:00Z') },
    verdict: 'fail',
    at: [[3]],
    expects: /payBooking/,
  },
  'an unpaid booking in traffic that several programs share': {
    traffic: prepaid(),
    context: { closedAt: Date.parse('2026-11-22T00:00:00Z') },
    verdict: 'warn',
    at: [[3]],
  },
  'an unpaid booking that is reported confirmed': {
    traffic: prepaid(),
    context: { task: withCard, result: { outcome: 'confirmed' } },
    verdict: 'fail',
    at: [[3]],
  },
  'an unpaid booking of a task without a card': {
    traffic: prepaid(),
    context: { ...oneTask, closedAt: Date.parse('2026-11-22T00:00:00Z') },
    verdict: 'not-observed',
  },
  'a booking that can be paid later': {
    traffic: traffic().search().conditions().book(),
    verdict: 'not-observed',
  },
});
