import { isChild } from '#contracts';
import type { RequestFacts } from '#contracts/exchange';
import {
  type Call,
  type CorrectBehaviour,
  compareLists,
  defineRule,
  finding,
  type JudgeContext,
  onlyStepFor,
  type Traffic,
} from '../assess/index.ts';

export const childAgesExact = defineRule({
  id: 'child-ages-exact',
  level: 'must',
  clauses: ['field.child-age'],
  title: 'A correct client sends the age of every child, and the same ages in Search and DoBooking.',
  right: 'The Search has ChildAges [7, 11], and DoBooking has guests aged 7 and 11.',
  wrong:
    'The Search has ChildAges [10] for a child of 7, or DoBooking has guests of other ages than the Search.',
  explanation:
    'The judge looks for children without an age. It compares the guests of each DoBooking with its Search and with the task.',
  standsAlone: true,
  cases: traffic => searchesAndBookings(traffic),
  nothing: 'no request contained a child',
  judgeCase(call, context) {
    const { rooms } = call.facts.request;
    if (!rooms) return 'not applicable';
    const searched = call.step === 'book' ? call.search?.facts.request.rooms : undefined;
    const wanted = call.step === 'book' ? childrenOf(call, context) : undefined;
    const sent = agesOf(rooms);
    if (sent.length === 0 && agesOf(searched ?? []).length === 0 && !wanted?.length) return 'not applicable';
    const report = (message: string, expected: CorrectBehaviour) =>
      finding([call.search, call], { message, expected });
    if (sent.includes(missing))
      return report(
        `The client sent a child without an age (exchange ${call.number}). The price of a child depends on the age.`,
        'A correct client sends an age in years for each child.',
      );
    const odd = searched && oddRoom(rooms, searched);
    if (odd) {
      return report(
        `The client sent DoBooking (exchange ${call.number}) with children of [${odd.join(', ')}] in one room, but the Search was for [${searched.map(({ ages }) => ages.join(', ') || 'no child').join('] and [')}]. The offer may not be valid for these children.`,
        'A correct client books guests with the ages that it sent in the Search.',
      );
    }
    if (!wanted || sameAges(wanted, sent)) return undefined;
    return report(
      `The client sent DoBooking (exchange ${call.number}) with children of [${sent.join(', ')}], but the task has children of [${wanted.join(', ')}]. The hotel may refuse the child on arrival.`,
      'A correct client sends the exact age of every child.',
    );
  },
});

type Rooms = NonNullable<RequestFacts['rooms']>;

const searchesAndBookings = (traffic: Traffic): Call[] => [...traffic.of('search'), ...traffic.of('book')];

/** The number that the facts of an exchange contain in place of the missing age of a child. */
const missing = -1;

const agesOf = (rooms: Rooms): number[] => rooms.flatMap(({ ages }) => ages);
const sameAges = (a: readonly number[], b: readonly number[]): boolean => {
  const { missing: less, extra } = compareLists(a.map(String), b.map(String));
  return less.length === 0 && extra.length === 0;
};

/** Returns the child ages in the first booked room that fits no room of the Search. A client may book only some of the rooms. */
function oddRoom(rooms: Rooms, searched: Rooms): readonly number[] | undefined {
  const left = [...searched];
  for (const { ages } of rooms) {
    const index = left.findIndex(room => sameAges(room.ages, ages));
    if (index < 0) return ages;
    left.splice(index, 1);
  }
  return undefined;
}

/** Returns the ages of the children in the task. Returns undefined if no step or several steps book the product. */
function childrenOf({ product }: Call, { task }: JudgeContext): number[] | undefined {
  const step = onlyStepFor(product, task);
  return step?.guests.filter(isChild).flatMap(({ Age }) => Age ?? []);
}
