import { limits } from '#contracts';
import type { RequestFacts } from '#contracts/exchange';
import {
  type Call,
  compareLists,
  defineRule,
  finding,
  type JudgeContext,
  onlyStepFor,
  type Traffic,
} from '../assess/index.ts';

/** Every child has its age, the same one in Search and DoBooking, and that of the task. */
export const childAgesExact = defineRule({
  id: 'child-ages-exact',
  level: 'must',
  clauses: ['field.child-age'],
  title: 'Gives one age for every child and names guests of those same ages.',
  right: 'ChildAges [7, 11] in the Search, guests of 7 and 11 in DoBooking.',
  wrong: 'ChildAges [10] for a child of 7; or guests of other ages than those that were searched for.',
  explanation: 'the ages of each Search against those of the task and of the guests',
  standsAlone: true,
  cases: traffic => travels(traffic),
  nothing: 'no child was to travel',
  judgeCase(call, context) {
    const { rooms } = call.facts.request;
    if (!rooms) return 'not applicable';
    const searched = call.step === 'book' ? call.search?.facts.request.rooms : undefined;
    const wanted = call.step === 'book' ? childrenOf(call, context) : undefined;
    const sent = agesOf(rooms);
    if (sent.length === 0 && agesOf(searched ?? []).length === 0 && !wanted?.length) return 'not applicable';
    const told = (message: string, expected: string) => finding([call.search, call], { message, expected });
    if (sent.includes(missing))
      return told(`Exchange ${call.number} names a child without an age.`, 'An age in years for each child.');
    const odd = searched && oddRoom(rooms, searched);
    if (odd) {
      return told(
        `DoBooking by exchange ${call.number} names children of [${odd.join(', ')}] in one room; the Search was for [${searched.map(({ ages }) => ages.join(', ') || 'no child').join('] and [')}].`,
        'Guests of the ages that were searched for.',
      );
    }
    if (!wanted || sameAges(wanted, sent)) return undefined;
    return told(
      `DoBooking by exchange ${call.number} names children of [${sent.join(', ')}]; the guests of the task are children of [${wanted.join(', ')}].`,
      'The exact age of every child.',
    );
  },
});

type Rooms = NonNullable<RequestFacts['rooms']>;

const travels = (traffic: Traffic): Call[] => [...traffic.of('search'), ...traffic.of('book')];

/** Facts write this for an age that is none. */
const missing = -1;

const agesOf = (rooms: Rooms): number[] => rooms.flatMap(({ ages }) => ages);
const sameAges = (a: readonly number[], b: readonly number[]): boolean => {
  const { missing: less, extra } = compareLists(a.map(String), b.map(String));
  return less.length === 0 && extra.length === 0;
};

/** The ages in a room that none of the rooms searched for is left for; fewer rooms may be booked than were searched. */
function oddRoom(rooms: Rooms, searched: Rooms): readonly number[] | undefined {
  const left = [...searched];
  for (const { ages } of rooms) {
    const index = left.findIndex(room => sameAges(room.ages, ages));
    if (index < 0) return ages;
    left.splice(index, 1);
  }
  return undefined;
}

const oldestChild = limits.childAge.value;

/** The ages of the children that a task names for a product, where one step alone books it. */
function childrenOf({ product }: Call, { task }: JudgeContext): number[] | undefined {
  const step = onlyStepFor(product, task);
  return step?.guests.flatMap(({ Age, IsChild }) => ((IsChild ?? Age <= oldestChild) ? [Age] : []));
}
