import type { BookedService } from '../../books/index.ts';
import { type Breach, type Case, defineInvariant } from '../invariant.ts';
import { proofOf } from '../proof.ts';
import { amount, nameOf, namesOf, stands, taken } from '../purchases.ts';

export const oneCharge = defineInvariant({
  id: 'one-charge',
  level: 'must',
  clauses: ['svc.3', 'flow.6'],
  title: 'A correct client causes at most one card charge for each purchase, of the price of the booking.',
  check(one) {
    const { books, purchases } = one;
    if (!books.services.some(service => taken(service).length > 0))
      return { notApplicable: 'the supplier charged no card' };
    const each = books.services.flatMap(service => chargesOf(service, one));
    const twice = (purchases ?? []).flatMap(({ services }) => chargedTwice(services, one));
    return [...each, ...twice];
  },
});

function chargesOf(service: BookedService, { facts }: Case): Breach[] {
  const { cents, priceCurrency } = service;
  const charges = taken(service);
  const texts = charges.map(charge => amount(charge.cents, priceCurrency)).join(' and ');
  const exchanges = proofOf(facts, [service]);
  if (charges.length > 1)
    return [
      {
        message: `The card was charged ${charges.length} times for ${nameOf(service)}: ${texts}.`,
        exchanges,
      },
    ];
  return charges.every(charge => charge.cents === cents)
    ? []
    : [
        {
          message: `The card was charged ${texts} for ${nameOf(service)}, whose price is ${amount(cents, priceCurrency)}.`,
          exchanges,
        },
      ];
}

/** Finds charges for two standing bookings of one purchase. The supplier gives back the charge of a rejected booking. */
function chargedTwice(services: readonly BookedService[], { facts }: Case): Breach[] {
  const charged = services.filter(service => stands(service) && taken(service).length > 0);
  if (charged.length < 2) return [];
  const message = `The card was charged for ${charged.length} bookings of one purchase: ${namesOf(charged)}.`;
  return [{ message, exchanges: proofOf(facts, charged) }];
}
