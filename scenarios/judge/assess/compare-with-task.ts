import { nightsBetween, type Product } from '#contracts';
import type { Task } from '#contracts/scenario';
import { compareGuests } from './compare-guests.ts';
import type { HeldPlace, HeldService, Supplied } from './context.ts';
import type { BookStep, Difference } from './difference.ts';

/** Returns the task step that books a given product. Returns undefined if no step or several steps book it. */
export function onlyStepFor(product: Product | undefined, task: Task | undefined): BookStep | undefined {
  const steps = task?.steps.filter(step => step.do === 'book' && step.product === product) ?? [];
  const [step] = steps;
  return steps.length === 1 && step?.do === 'book' ? step : undefined;
}

/** A booked service at the supplier, with its matching task step and the differences between service and step. */
export interface Booked {
  readonly held: HeldService;
  /** The index of the matching task step; undefined if no step books this product. */
  readonly step: number | undefined;
  readonly differences: readonly Difference[];
}

/** A task step that books, with the index of the step in the task. */
interface IndexedStep {
  readonly index: number;
  readonly step: BookStep;
  /** The expected final status of the service; undefined if the scenario does not give one status per step. */
  readonly status: string | undefined;
}

/**
 * Finds the task step that fits each booked service best, and compares the service with this step field by field.
 *
 * @param statuses the expected final statuses of the services, in the order of the task steps
 * @example compareWithTask(task, supplier, ['confirmed']).flatMap(({ differences }) => differences)
 */
export function compareWithTask(task: Task, supplier: Supplied, statuses: readonly string[]): Booked[] {
  const steps = task.steps.flatMap((step, index) => (step.do === 'book' ? [{ step, index }] : []));
  const isEach = steps.length === statuses.length;
  const wanted = steps.map((one, at): IndexedStep => ({ ...one, status: isEach ? statuses[at] : undefined }));
  const taken = new Map<IndexedStep, HeldService>();
  const fitted = (supplier.held ?? []).map(held => {
    const [best] = wanted
      .filter(({ step }) => step.product === held.product)
      .map(one => ({ one, differences: differencesOf(one, held, supplier) }))
      .sort((a, b) => score(a) - score(b));
    if (best && !taken.has(best.one)) taken.set(best.one, held);
    return { held, best };

    function score({ one, differences }: { one: IndexedStep; differences: readonly Difference[] }): number {
      const isOtherEnd = one.status !== undefined && one.status !== held.status;
      return differences.length * 4 + Number(taken.has(one)) * 2 + Number(isOtherEnd);
    }
  });
  // A client may book a step again after a rejection, so a step can have several bookings.
  const trips = (index: number) =>
    fitted.flatMap(({ best, held }) => (best?.one.index === index ? [held.bookingId] : []));
  return fitted.map(({ held, best }) => {
    if (!best) return { held, step: undefined, differences: [] };
    const ends = [attachment(best.one, held, trips), ending(best.one, held)].flat();
    return { held, step: best.one.index, differences: [...best.differences, ...ends] };
  });
}

/** Checks that a service was added to the booking that the task step names in `attachTo` (res.booking-id). */
function attachment(
  { step }: IndexedStep,
  { bookingId }: HeldService,
  tripsOf: (index: number) => readonly string[],
): Difference[] {
  const trips = step.attachTo === undefined ? [] : tripsOf(step.attachTo);
  if (trips.length === 0 || trips.includes(bookingId)) return [];
  return [{ field: 'attachTo', wanted: `step ${step.attachTo}, booking ${trips[0]}`, booked: bookingId }];
}

const ending = ({ status }: IndexedStep, held: HeldService): Difference[] =>
  status === undefined ? [] : differ('status', status, held.status);

function differencesOf({ step }: IndexedStep, held: HeldService, { places = {} }: Supplied): Difference[] {
  const { currency } = step.criteria;
  return [
    ...criteriaOf(step, held, places),
    // The booked price can be in another currency, because the supplier can change the currency in the conditions.
    ...(currency === undefined ? [] : differ('criteria.currency', currency, held.currency ?? currency)),
    ...compareGuests(step, held),
  ];
}

type Places = NonNullable<Supplied['places']>;

function criteriaOf(step: BookStep, held: HeldService, places: Places): Difference[] {
  const { start, end = start, from, to, parties } = held;
  if (step.product === 'hotel') {
    const { destination, checkinDate, nights, rooms, nationality } = step.criteria;
    const { name = step.choose?.name } = held;
    return [
      differAt('criteria.destination', { destination }, from, places),
      differ('criteria.checkinDate', checkinDate, start),
      differ('criteria.nights', String(nights), String(nightsBetween(start, end))),
      differ('criteria.rooms', partiesText(rooms.map(partyOf)), partiesText(parties)),
      differ('criteria.nationality', nationality, held.nationality ?? 'none'),
      differ('choose.name', step.choose?.name ?? name ?? '', name ?? ''),
    ].flat();
  }
  if (step.product === 'car') {
    const { pickup, dropoff } = step.criteria;
    return [
      differAt('criteria.pickup.at', pickup.at, from, places),
      differ('criteria.pickup.date', pickup.date, start),
      differAt('criteria.dropoff.at', dropoff.at, to, places),
      differ('criteria.dropoff.date', dropoff.date, end),
    ].flat();
  }
  const party = partiesText([partyOf(step.criteria)]);
  if (step.product === 'transfer') {
    const { criteria } = step;
    return [
      differAt('criteria.from', criteria.from, from, places),
      differAt('criteria.to', criteria.to, to, places),
      differ('criteria.date', criteria.date, start),
      differ('criteria.adults, criteria.childAges', party, partiesText(parties)),
    ].flat();
  }
  const { destination, from: first, to: last } = step.criteria;
  const isWithin = first <= start && start <= last;
  return [
    differAt('criteria.destination', { destination }, from, places),
    isWithin ? [] : { field: 'criteria.from, criteria.to', wanted: `${first} to ${last}`, booked: start },
    differ('criteria.adults, criteria.childAges', party, partiesText(parties)),
  ].flat();
}

const differ = (field: string, wanted: string, booked: string): Difference[] =>
  wanted === booked ? [] : [{ field, wanted, booked }];

/** Compares the place in the task with the booked place. Returns no difference if the booked place is unknown. */
function differAt(
  field: string,
  wanted: { readonly destination: string } | { readonly airport: string },
  held: HeldPlace | undefined,
  places: Places = {},
): Difference[] {
  if (!held) return [];
  if ('airport' in wanted) return differ(field, wanted.airport, held.airport ?? held.name);
  const ids = places[wanted.destination] ?? [];
  const isThere = ids.length === 0 || ids.includes(held.destinationId);
  return isThere ? [] : [{ field, wanted: wanted.destination, booked: held.name }];
}

type Party = HeldService['parties'][number];
const partyOf = ({
  adults,
  childAges = [],
}: {
  adults: number;
  childAges?: number[] | undefined;
}): Party => ({
  adults,
  ages: childAges,
});

/** Formats groups of travellers as one text. The order of the groups does not change the text. */
function partiesText(parties: readonly Party[]): string {
  const texts = parties.map(({ adults, ages }) => {
    const children =
      ages.length === 0 ? '' : ` and children of ${[...ages].sort((a, b) => a - b).join(', ')}`;
    return `${adults} adult${adults === 1 ? '' : 's'}${children}`;
  });
  return texts.sort().join('; ');
}

/**
 * Compares two lists without regard to order.
 *
 * @example compareLists(['a', 'b'], ['b', 'b']) // { missing: ['a'], extra: ['b'] }
 */
export function compareLists(
  wanted: readonly string[],
  given: readonly string[],
): { missing: string[]; extra: string[] } {
  const extra = [...given];
  const missing = wanted.filter(one => {
    const index = extra.indexOf(one);
    if (index >= 0) extra.splice(index, 1);
    return index < 0;
  });
  return { missing, extra };
}
