import type { BookedService } from '../../books/index.ts';
import { type Breach, type Case, defineInvariant } from '../invariant.ts';
import { searchedInVain } from '../knowledge.ts';
import { proofOf } from '../proof.ts';
import { nameOf, namesOf, type Purchase, stands } from '../purchases.ts';

export const oneBooking = defineInvariant({
  id: 'one-booking',
  level: 'must',
  clauses: ['flow.3', 'status.problema-tecnico'],
  title:
    'A correct client leaves at most one standing booking for each purchase, and it is what the user wanted.',
  check(one) {
    const { books, facts, purchases } = one;
    if (!purchases) {
      if (books.services.length === 0) return { notApplicable: 'the supplier holds no booking' };
      // Without a task, two programs may have booked the same stay, so this is only a warning.
      const stays = [...Map.groupBy(books.services.filter(stands), ({ stay }) => stay).values()];
      return stays.flatMap(same => breachOf(same, one).map(breach => ({ ...breach, warn: true as const })));
    }
    const wanted = new Set(purchases.flatMap(({ services }) => services));
    const extra = books.services.filter(service => stands(service) && !wanted.has(service));
    return [
      ...purchases.flatMap(({ services }) => breachOf(services.filter(stands), one)),
      ...purchases.flatMap(purchase => otherThanWanted(purchase, one)),
      ...extra.map(service => ({
        message: `The supplier holds ${nameOf(service)}, but the user wanted no ${service.product}.`,
        exchanges: proofOf(facts, [service]),
      })),
    ];
  },
});

/** Finds bookings that are not what the user wanted: another stay, other guests, another trip. */
const otherThanWanted = ({ services, differs, index }: Purchase, { facts }: Case): Breach[] =>
  services.filter(stands).flatMap(service => {
    const fields = differs.get(service) ?? [];
    if (fields.length === 0) return [];
    const more = fields.length > maxFields ? ` and ${fields.length - maxFields} more` : '';
    return {
      message: `The supplier holds ${nameOf(service)}, but the user wanted another one in steps[${index}]: ${fields.slice(0, maxFields).join(', ')}${more} differ.`,
      exchanges: proofOf(facts, [service]),
    };
  });

/** The maximum number of fields in one message. */
const maxFields = 6;

/** Finds a second booking of one purchase. A booking that no client could find does not count. */
function breachOf(standing: readonly BookedService[], one: Case): Breach[] {
  const searches = standing.map((service, index) => {
    const next = standing[index + 1];
    return next ? searchedInVain(service, one, next.bookedAt) : 'none';
  });
  const counted = standing.filter((_, index) => searches[index] !== 'whole');
  if (counted.length < 2) return [];
  const isEarly = searches.every((search, index) => index === standing.length - 1 || search !== 'none');
  return [
    {
      message: `The supplier holds ${standing.length} bookings for one purchase: ${namesOf(standing)}. The traveller may pay for each of them.`,
      exchanges: proofOf(one.facts, standing),
      ...(isEarly && { warn: true as const }),
    },
  ];
}
