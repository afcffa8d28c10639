import { isChild, type Product } from '#contracts';
import type { RequestFacts } from '#contracts/exchange';
import { compareLists, onlyStepFor } from '../compare-with-task.ts';
import type { Run } from '../context.ts';
import { assessEach, defineRule, finding, findingWith, missingInput } from '../rule.ts';
import { type Call, couldHaveSeen } from '../traffic/index.ts';

export const offerRules = [
  defineRule('attach-uses-real-booking-id', {
    clauses: ['res.booking-id'],
    title:
      'A correct client starts a trip with BookingId "0" and adds each further service with the BookingId of the trip.',
    right:
      'The client books the hotel with BookingId "0", and then the transfer with the id of the hotel booking.',
    wrong: 'The client books a hotel, and then the transfer of the same trip with BookingId "0".',
    explanation:
      'The judge compares the BookingId of each DoBooking with the bookings that the client knew. The rule needs a task that adds a service to an earlier booking.',
    expected: 'A correct client sends BookingId "0" to create a new booking.',
    standsAlone: true,
    judge(run) {
      const { first, added } = productsOf(run);
      if (added.size === 0) return missingInput('the rule needs a task that adds a service to a trip');
      const roleOf = ({ product }: Call) => {
        if (product === undefined || added.has(product) === first.has(product)) return undefined;
        return first.has(product) ? ('first' as const) : ('added' as const);
      };
      const judgeOne = (book: Call) => judgeAttached(book, roleOf(book), run);
      return assessEach(run.of('book'), judgeOne, 'no DoBooking was sent');
    },
  }),
  defineRule('destination-from-autocomplete', {
    level: 'should',
    clauses: ['svc.2'],
    title: 'A correct client sends a Search with a DestinationId that Autocomplete returned.',
    right: 'Autocomplete returns the id 1001 for Rio de Janeiro, and the client sends 1001 in the Search.',
    wrong: 'The client sends a Search with a DestinationId that Autocomplete never returned.',
    explanation:
      'The judge compares the DestinationId of each Search with the earlier answers of Autocomplete.',
    expected: 'A correct client sends a DestinationId from an answer of Autocomplete.',
    looksBack: true,
    standsAlone: true,
    judge(run) {
      const { task } = run;
      const given = new Set<string>();
      const isAsked = run.of('static').some(({ facts }) => facts.operation === 'autocomplete');
      const judgeOne = (call: Call) => {
        const { answer, request } = call.facts;
        for (const id of answer.places ?? []) given.add(id);
        // Searches for cars and transfers use public codes, such as airport codes, which need no Autocomplete.
        const isById = call.product === 'hotel' || call.product === 'tour';
        if (call.step !== 'search' || !isById || request.destination === undefined) return 'not applicable';
        if (given.has(request.destination)) return undefined;
        if (!task && !isAsked)
          return {
            inconclusive: 'no Autocomplete was recorded, so the DestinationId may come from an earlier call',
          };
        return finding`The client sent a Search (${call}) with DestinationId "${request.destination}", which no earlier Autocomplete returned. A fixed id in the code can become invalid.`;
      };
      return assessEach(run.calls, judgeOne, 'no Search named a DestinationId');
    },
  }),
  defineRule('selection-from-search', {
    clauses: ['svc.2'],
    title: 'A correct client selects an offer by ids from the Search whose Token it sends.',
    right: 'The client sends a room id from the Search whose Token it sends.',
    wrong: 'The client sends a room id from another Search, or an invented room id.',
    explanation:
      'The judge reads the refusals of the supplier, because only the supplier has all offers of a Search.',
    expected: 'A correct client sends ids from the answer of the Search whose Token it sends.',
    standsAlone: true,
    cases: run => run.of('conditions'),
    nothing: 'no conditions were requested',
    judgeCase(call) {
      const { status, answer, request } = call.facts;
      if (call.isSuccess) return undefined;
      const wrong = answer.fields?.filter(field => selects.test(field)) ?? [];
      // The rule request-matches-contract judges missing and malformed fields.
      if (status !== 400 || call.isSynthetic || wrong.length === 0 || request.item === undefined)
        return 'not applicable';
      const rooms = request.units ? ` with [${request.units.join(', ')}]` : '';
      return findingWith({
        also: [call.search],
      })`The client selected ${call.product} ${request.item}${rooms} (${call}), but the Search${call.search ? ` of exchange ${call.search.number}` : ''} did not offer ${wrong.join(', ')}. This Token cannot book the selection.`;
    },
  }),
  defineRule('child-ages-exact', {
    clauses: ['field.child-age'],
    title: 'A correct client sends the age of every child, and the same ages in Search and DoBooking.',
    right: 'The Search has ChildAges [7, 11], and DoBooking has guests aged 7 and 11.',
    wrong:
      'The Search has ChildAges [10] for a child of 7, or DoBooking has guests of other ages than the Search.',
    explanation:
      'The judge looks for children without an age. It compares the guests of each DoBooking with its Search and with the task.',
    standsAlone: true,
    cases: run => [...run.of('search'), ...run.of('book')],
    nothing: 'no request contained a child',
    judgeCase(call, run) {
      const { rooms } = call.facts.request;
      if (!rooms) return 'not applicable';
      const searched = call.step === 'book' ? call.search?.facts.request.rooms : undefined;
      const wanted = call.step === 'book' ? childrenOf(call, run) : undefined;
      const sent = agesOf(rooms);
      if (sent.length === 0 && agesOf(searched ?? []).length === 0 && !wanted?.length)
        return 'not applicable';
      const also = [call.search];
      if (sent.includes(missing))
        return findingWith({
          also,
          expected: 'A correct client sends an age in years for each child.',
        })`The client sent a child without an age (${call}). The price of a child depends on the age.`;
      const odd = searched && oddRoom(rooms, searched);
      if (odd)
        return findingWith({
          also,
          expected: 'A correct client books guests with the ages that it sent in the Search.',
        })`The client sent DoBooking (${call}) with children of [${odd.join(', ')}] in one room, but the Search was for [${searched.map(({ ages }) => ages.join(', ') || 'no child').join('] and [')}]. The offer may not be valid for these children.`;
      if (!wanted || sameAges(wanted, sent)) return undefined;
      return findingWith({
        also,
        expected: 'A correct client sends the exact age of every child.',
      })`The client sent DoBooking (${call}) with children of [${sent.join(', ')}], but the task has children of [${wanted.join(', ')}]. The hotel may refuse the child on arrival.`;
    },
  }),
] as const;

/** The products that start a trip, and those that are added to one. */
function productsOf({ task }: Run): { first: Set<Product>; added: Set<Product> } {
  const first = new Set<Product>();
  const added = new Set<Product>();
  for (const step of task?.steps ?? [])
    if (step.do === 'book') (step.attachTo === undefined ? first : added).add(step.product);
  return { first, added };
}

function judgeAttached(book: Call, role: 'first' | 'added' | undefined, run: Run) {
  const { bookingId } = book.facts.request;
  if (role === 'first') {
    if (bookingId === '0') return undefined;
    return finding`The client sent DoBooking of the ${book.product} (${book}) with BookingId "${bookingId}" to start a trip. Only BookingId "0" creates a new booking.`;
  }
  const known = run.trips.filter(({ events }) =>
    events.some(({ call }) => call.facts.answer.bookingId !== undefined && couldHaveSeen(book, call)),
  );
  if (role === undefined || known.length === 0) return 'not applicable';
  if (known.some(({ id }) => id === bookingId)) return undefined;
  const ids = known.map(({ id }) => `"${id}"`).join(' or ');
  return findingWith({
    also: [known[0]?.events[0]?.call],
    expected: `A correct client sends BookingId ${ids}.`,
  })`The client sent DoBooking of the ${book.product} (${book}) with BookingId "${bookingId}", but the task adds this service to an existing trip. Only the BookingId of that trip links the service to the trip.`;
}

const selects = /^(?:HotelId|RoomIds|CarId|TransferId|TourId|ServiceDate)\b/;

type Rooms = NonNullable<RequestFacts['rooms']>;

/** In the facts, in the place of a missing age. */
const missing = -1;

const agesOf = (rooms: Rooms): number[] => rooms.flatMap(({ ages }) => ages);

const sameAges = (a: readonly number[], b: readonly number[]): boolean => {
  const { missing: less, extra } = compareLists(a.map(String), b.map(String));
  return less.length === 0 && extra.length === 0;
};

/** A client may book only some of the rooms. */
function oddRoom(rooms: Rooms, searched: Rooms): readonly number[] | undefined {
  const left = [...searched];
  for (const { ages } of rooms) {
    const index = left.findIndex(room => sameAges(room.ages, ages));
    if (index < 0) return ages;
    left.splice(index, 1);
  }
  return undefined;
}

/** Undefined if no step or several steps book the product. */
function childrenOf({ product }: Call, { task }: Run): number[] | undefined {
  const step = onlyStepFor(product, task);
  return step?.guests.filter(isChild).flatMap(({ Age }) => Age ?? []);
}
