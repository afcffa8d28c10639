import { type Say, toBooking, toConditions, wire } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

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
