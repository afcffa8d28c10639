import {
  type BookedService,
  type Breach,
  defineRule,
  namesOf,
  type Purchase,
  proofOf,
  type RunEnd,
  searchedInVain,
  stands,
} from '../assess/index.ts';

export const oneBooking = defineRule({
  id: 'one-booking',
  reads: 'books',
  level: 'must',
  clauses: ['flow.3', 'status.problema-tecnico'],
  title:
    'A correct client leaves at most one standing booking for each purchase, and it is what the user wanted.',
  judgeEnd(end) {
    const { books, purchases } = end;
    if (!purchases) {
      if (books.services.length === 0) return { notApplicable: 'the supplier holds no booking' };
      // Without a task, two programs may have booked the same stay, so this is only a warning.
      const stays = [...Map.groupBy(books.services.filter(stands), ({ stay }) => stay).values()];
      return stays.flatMap(same =>
        bookedTwice(same, end).map(breach => ({ ...breach, warn: true as const })),
      );
    }
    const wanted = new Set(purchases.flatMap(({ services }) => services));
    const extra = books.services.filter(service => stands(service) && !wanted.has(service));
    return [
      ...purchases.flatMap(({ services }) => bookedTwice(services.filter(stands), end)),
      ...purchases.flatMap(purchase => otherThanWanted(purchase, end)),
      ...extra.map(service => ({
        message: `The supplier holds ${namesOf(service)}, but the user wanted no ${service.product}.`,
        exchanges: proofOf(end, [service]),
      })),
    ];
  },
});

/** Finds bookings that are not what the user wanted: another stay, other guests, another trip. */
const otherThanWanted = ({ services, differs, index }: Purchase, end: RunEnd): Breach[] =>
  services.filter(stands).flatMap(service => {
    const fields = differs.get(service) ?? [];
    if (fields.length === 0) return [];
    const more = fields.length > maxFields ? ` and ${fields.length - maxFields} more` : '';
    return {
      message: `The supplier holds ${namesOf(service)}, but the user wanted another one in steps[${index}]: ${fields.slice(0, maxFields).join(', ')}${more} differ.`,
      exchanges: proofOf(end, [service]),
    };
  });

/** The maximum number of fields in one message. */
const maxFields = 6;

/** Finds a second booking of one purchase. A booking that no client could find does not count. */
function bookedTwice(standing: readonly BookedService[], end: RunEnd): Breach[] {
  const searches = standing.map((service, index) => {
    const next = standing[index + 1];
    return next ? searchedInVain(service, end, next.bookedAt) : 'none';
  });
  if (standing.filter((_, index) => searches[index] !== 'whole').length < 2) return [];
  const isEarly = searches.every((search, index) => index === standing.length - 1 || search !== 'none');
  return [
    {
      message: `The supplier holds ${standing.length} bookings for one purchase: ${namesOf(...standing)}. The traveller may pay for each of them.`,
      exchanges: proofOf(end, standing),
      ...(isEarly && { warn: true as const }),
    },
  ];
}
