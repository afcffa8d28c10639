import {
  type BookedService,
  type Breach,
  centsText,
  defineRule,
  namesOf,
  proofOf,
  type RunEnd,
  stands,
  taken,
} from '../assess/index.ts';

export const oneCharge = defineRule({
  id: 'one-charge',
  reads: 'books',
  level: 'must',
  clauses: ['svc.3', 'flow.6'],
  title: 'A correct client causes at most one card charge for each purchase, of the price of the booking.',
  judgeEnd(end) {
    const { books, purchases = [] } = end;
    if (!books.services.some(service => taken(service).length > 0))
      return { notApplicable: 'the supplier charged no card' };
    return [
      ...books.services.flatMap(service => judgeCharges(service, end)),
      ...purchases.flatMap(({ services }) => chargedTwice(services, end)),
    ];
  },
});

function judgeCharges(service: BookedService, end: RunEnd): Breach[] {
  const { cents, priceCurrency } = service;
  const charges = taken(service);
  if (charges.length <= 1 && charges.every(charge => charge.cents === cents)) return [];
  const texts = charges.map(charge => centsText(charge.cents, priceCurrency)).join(' and ');
  const message =
    charges.length > 1
      ? `The card was charged ${charges.length} times for ${namesOf(service)}: ${texts}.`
      : `The card was charged ${texts} for ${namesOf(service)}, whose price is ${centsText(cents, priceCurrency)}.`;
  return [{ message, exchanges: proofOf(end, [service]) }];
}

/** Finds charges for two standing bookings of one purchase. The supplier gives back the charge of a rejected booking. */
function chargedTwice(services: readonly BookedService[], end: RunEnd): Breach[] {
  const charged = services.filter(service => stands(service) && taken(service).length > 0);
  if (charged.length < 2) return [];
  const message = `The card was charged for ${charged.length} bookings of one purchase: ${namesOf(...charged)}.`;
  return [{ message, exchanges: proofOf(end, charged) }];
}
