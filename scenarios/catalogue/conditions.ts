import type { Scenario } from '#contracts/scenario';
import { cancelTrip, hotel, knownHotel, paidHotel, sold } from './parts.ts';
import { scenario, scenarioWith } from './scenario.ts';

const priceClauses: Scenario['clauses'] = ['flow.2', 'field.total-selling-price', 'field.pricing-info'];

const priceChange = scenarioWith({
  tags: ['money', 'display'],
  clauses: priceClauses,
  rules: ['price-change-confirmed'],
});

const declinedChange = scenarioWith({
  tags: ['money', 'display'],
  clauses: priceClauses,
  rules: ['price-change-confirmed'],
  task: { onPriceChange: 'decline', onConditionsChange: 'decline' },
  outcome: 'declined-by-user',
});

const expiredToken = scenarioWith({
  tags: ['time', 'tokens'],
  rules: ['token-fresh', 'retoken-outcome-honoured'],
  clocks: ['auto', 'real', 'scaled'],
  task: { waits: { afterSearch: 'PT40M' } },
});

const hotelDetail = scenarioWith({
  steps: [{ do: 'static', hotelId: knownHotel }, hotel()],
  requests: { hotelDetail: 1 },
});

/** `percent`: of the price in the Search. */
const priceMoved = (percent: number, answer: 'accepts' | 'declines') => ({
  title: `The price in the conditions is ${Math.abs(percent)} % ${percent > 0 ? 'higher' : 'lower'} than in the Search; the user ${answer}.`,
  faults: [`hotel.getBookingConditions:price=${percent}`],
});

const longInformation =
  'City tax in São Paulo and Rio: 12.50 BRL a person and night, paid at the reception. Children up to 5 years are free. ' +
  'Breakfast at the café is not included; it costs 48.00 BRL a guest. Check-in from 15:00, with a photo of the guest. ' +
  'The pool at the façade is closed from Monday to Wednesday. A deposit of 300.00 BRL is held, and returned on departure. ' +
  'Pets: 90.00 BRL a day. Parking: 35.00 BRL a night (about 6 €), without a reservation.';

export const conditions: readonly Scenario[] = [
  priceChange('price-up', { ...priceMoved(10, 'accepts'), trigger: 'Dearer at the conditions' }),
  priceChange('price-down', {
    ...priceMoved(-10, 'accepts'),
    clauses: ['flow.2', 'field.total-selling-price'],
    trigger: 'Cheaper at the conditions',
  }),
  priceChange('currency-changed', {
    title: 'The currency of the conditions differs from the currency of the Search; the user accepts.',
    clauses: ['flow.2', 'field.total-selling-price', 'flow.7'],
    faults: ['hotel.getBookingConditions:price,currency=USD'],
    trigger: 'In another currency at the conditions',
  }),
  declinedChange('price-up-declined', {
    ...priceMoved(10, 'declines'),
    tags: ['money', 'display', 'smoke'],
    clauses: ['flow.2', 'field.pricing-info'],
  }),
  declinedChange('price-up-one-cent-declined', {
    title: 'The price in the conditions is one cent higher than in the Search; the user declines.',
    faults: ['hotel.getBookingConditions:price,byAmount=0.01'],
  }),
  declinedChange('price-up-slightly-declined', priceMoved(0.4, 'declines')),
  priceChange('price-up-three-percent', {
    ...priceMoved(3, 'accepts'),
    rules: ['price-change-confirmed', 'policies-shown'],
  }),
  declinedChange('price-up-a-fifth-declined', priceMoved(20, 'declines')),
  priceChange('price-down-slightly', {
    ...priceMoved(-0.4, 'accepts'),
    rules: ['price-change-confirmed', 'policies-shown'],
  }),
  declinedChange('price-down-declined', {
    title:
      'The price in the conditions is 20 % lower than in the Search; the user accepts no change of the price.',
    faults: ['hotel.getBookingConditions:price=-20'],
  }),
  declinedChange('currency-alone-declined', {
    title: 'The price has the same number as in the Search, but another currency; the user declines.',
    clauses: [...priceClauses, 'flow.7'],
    faults: ['hotel.getBookingConditions:price,currency=USD,convert=false'],
  }),
  priceChange('taxes-changed', {
    title: 'The conditions contain a higher tax and a second tax in another currency; the user accepts.',
    clauses: ['flow.7', 'field.property-taxes', 'field.pricing-info'],
    rules: ['price-change-confirmed', 'taxes-shown', 'taxes-not-summed', 'policies-shown'],
    faults: ['hotel.getBookingConditions:terms=50,extraTax=12.5'],
  }),
  declinedChange('taxes-changed-declined', {
    title:
      'The tax at the property is 50 % higher than in the Search, and the price is the same; the user declines.',
    clauses: ['flow.7', 'field.property-taxes', 'field.pricing-info'],
    faults: ['hotel.getBookingConditions:terms=50'],
  }),
  scenario('policies-changed', {
    title:
      'The room is no longer refundable at the conditions; the user accepts, and the client cancels the trip.',
    tags: ['money', 'cancel', 'display'],
    clauses: ['field.pricing-info', 'field.cancellation-policies', 'status.cancelado'],
    rules: ['price-change-confirmed', 'policies-shown', 'penalty-shown'],
    steps: [hotel(), cancelTrip],
    faults: ['hotel.getBookingConditions:terms,nonRefundable'],
  }),
  declinedChange('policies-changed-declined', {
    title:
      'The room is no longer refundable at the conditions, and the price is the same; the user declines.',
    clauses: ['field.pricing-info', 'field.cancellation-policies'],
    faults: ['hotel.getBookingConditions:terms,nonRefundable'],
  }),
  scenario('sold-out-at-conditions', {
    title: 'The room is no longer available when the client requests the conditions.',
    tags: ['wire'],
    clauses: ['svc.2', 'err.200'],
    rules: ['body-inspected'],
    faults: ['hotel.getBookingConditions:sold-out'],
    outcome: 'unavailable',
    trigger: 'Gone at the conditions',
  }),
  expiredToken('token-expired-retoken-same', {
    title: 'The user thinks for forty minutes, until the Token has expired; the rooms have not changed.',
    clauses: ['limit.token', 'field.retoken', 'retoken.same', 'field.revalidate'],
    rules: ['token-fresh', 'retoken-outcome-honoured', 'retoken-within-25h'],
    requests: { 'hotel.search': 1, 'hotel.getBookingConditions': 1 },
  }),
  expiredToken('token-expired-retoken-changed', {
    title: 'The user thinks until the Token has expired; the rooms cost more, and the user accepts.',
    tags: ['money', 'time', 'tokens', 'display'],
    clauses: ['limit.token', 'retoken.changed', 'field.revalidate'],
    faults: ['*Conditions:revalidate=RoomsFoundWithChanges'],
    trigger: 'Changed when the Token has expired',
  }),
  expiredToken('token-expired-retoken-not-found', {
    title: 'The user thinks until the Token has expired; the rooms are no longer available.',
    clauses: ['limit.token', 'retoken.not-found', 'field.revalidate'],
    faults: ['*Conditions:revalidate=RoomsNotFound'],
    outcome: 'unavailable',
    trigger: 'Gone when the Token has expired',
  }),
  scenario('retoken-expired', {
    title: 'The user thinks for 26 hours, and the ReToken of the Search expires; the client searches again.',
    tags: ['time', 'tokens'],
    clauses: ['retoken.expired', 'limit.retoken'],
    rules: ['retoken-within-25h', 'token-fresh'],
    clocks: ['auto', 'scaled'],
    task: { waits: { afterSearch: 'PT26H' } },
    requests: { 'hotel.search': 2 },
  }),
  expiredToken('conditions-went-stale', {
    title: 'The user thinks about the conditions for seven minutes, and the client requests new conditions.',
    clauses: ['flow.2', 'limit.conditions'],
    rules: ['conditions-fresh', 'booking-uses-conditions-token'],
    task: { waits: { afterConditions: 'PT7M' } },
    requests: { 'hotel.getBookingConditions': 2 },
  }),
  scenario('taxes-mixed-currency', {
    title: 'The guest must pay a tax at the property in another currency.',
    tags: ['money', 'payment', 'tokens', 'display'],
    clauses: ['flow.7', 'field.property-taxes'],
    rules: ['conditions-before-booking', 'prepayment-paid', 'taxes-shown', 'taxes-not-summed'],
    steps: [paidHotel(sold.prepaid)],
  }),
  scenario('taxes-only-in-more-information', {
    title: 'The offer lists no tax; only the text in MoreInformation names the amount due at the property.',
    tags: ['money', 'payment', 'tokens', 'display'],
    clauses: ['flow.7', 'field.more-information'],
    rules: ['conditions-before-booking', 'charged-at-booking'],
    steps: [paidHotel(sold.paidAtBooking)],
  }),
  scenario('more-information-long', {
    title: 'MoreInformation is long, has letters with accents, and differs from the text in the Search.',
    tags: ['display'],
    clauses: ['field.more-information', 'flow.7'],
    rules: ['more-information-shown'],
    steps: [paidHotel(sold.paidAtBooking)],
    faults: [
      {
        match: { operations: ['hotel.getBookingConditions'] },
        effect: { kind: 'terms', moreInformation: longInformation },
      },
    ],
  }),
  hotelDetail('hotel-detail-missing', {
    title: 'HotelDetail does not find the hotel.',
    tags: ['tokens', 'wire'],
    clauses: ['err.404', 'ep.hotel-detail'],
    rules: ['client-errors-not-retried', 'conditions-before-booking'],
    faults: ['hotelDetail:status=404'],
  }),
  hotelDetail('hotel-detail-sparse', {
    title: 'HotelDetail returns only an id.',
    tags: ['tokens'],
    clauses: ['res.hotel-detail', 'ep.hotel-detail'],
    rules: ['manager-id-sent', 'conditions-before-booking'],
    faults: ['hotelDetail:sparse=id'],
  }),
  scenario('one-supplier-down', {
    title: 'One supplier behind the Search fails; Errors[] reports the failure, and offers are missing.',
    tags: ['tokens'],
    clauses: ['svc.6', 'flow.4', 'err.200'],
    rules: ['selection-from-search', 'conditions-before-booking'],
    faults: ['hotel.search:partial=Jacaranda Stays'],
    requests: { 'hotel.search': 1 },
  }),
];
