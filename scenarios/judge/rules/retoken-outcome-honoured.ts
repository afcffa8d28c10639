import {
  type Call,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  ifOneTask,
  isGood,
  type JudgeContext,
  shownMismatch,
  type Traffic,
} from '../assess/index.ts';

/** What a ReToken found decides what comes next: book, ask the user again, or search again. */
export const retokenOutcomeHonoured = defineRule({
  id: 'retoken-outcome-honoured',
  level: 'must',
  clauses: ['retoken.same', 'retoken.changed', 'retoken.not-found', 'field.revalidate'],
  title:
    'Books with the new Token when the rooms are the same, asks the user again when they changed, and searches again when they are gone.',
  right: 'RoomsFoundWithChanges: the new conditions are shown, and booked only after a new consent.',
  wrong: 'RoomsNotFound, and DoBooking follows; or changes that the user declines are booked.',
  explanation: 'what follows each answer with RevalidateBookingConditions',
  needsShown: true,
  cases: traffic => traffic.of('conditions'),
  nothing: 'no ReToken was answered',
  judgeCase(given, context, traffic) {
    const { revalidation } = given.facts.answer;
    if (!isGood(given) || revalidation === undefined) return 'not applicable';
    const isGone = revalidation === 'RoomsNotFound';
    const went = isGone ? goneOn(given, traffic) : bookedByOld(given, traffic);
    // Users can share a Search: who goes on by older conditions, or asks anew, may be another one.
    if (went) return ifOneTask(went, context);
    if (isGone) return undefined;
    return revalidation === 'RoomsFoundWithChanges' ? agreedAnew(given, traffic, context) : undefined;
  },
});

type Judged = Finding | 'not applicable' | undefined;

/** Whoever is told that the rooms are gone does not go on with them. */
function goneOn(given: Call, traffic: Traffic): Finding | undefined {
  const { search } = given;
  const later = nextOf(given, traffic);
  if (!search || !later) return undefined;
  return finding([search, given, later], {
    message: `Exchange ${given.number} said RoomsNotFound; exchange ${later.number} goes on with the same selection of the Search of exchange ${search.number}.`,
    expected: 'A new Search.',
  });
}

/** The next call with the same selection of the same Search: conditions, or a DoBooking by older ones. */
function nextOf(given: Call, traffic: Traffic): Call | undefined {
  const { sameAfter: next, sameBefore: earlier } = given;
  if (next && hasSeen(next, given)) return next;
  return earlier && bookedAfter(given, earlier, traffic);
}

const bookedAfter = (given: Call, earlier: Call, { usersOf }: Traffic): Call | undefined =>
  usersOf(earlier.facts.answer.token).find(user => user.step === 'book' && hasSeen(user, given));

/** The new Token is the one to book with. */
function bookedByOld(given: Call, traffic: Traffic): Finding | undefined {
  const earlier = given.sameBefore;
  // Somebody books with the new one, so the old one is another booking's.
  if (!earlier || traffic.usersOf(given.facts.answer.token).length > 0) return undefined;
  const book = bookedAfter(given, earlier, traffic);
  if (!book) return undefined;
  return finding([earlier, given, book], {
    message: `Exchange ${given.number} gave a new Token by the ReToken; exchange ${book.number} books with the one of exchange ${earlier.number}.`,
    expected: `DoBooking with the Token of exchange ${given.number}.`,
  });
}

/** Other conditions take another consent, which shows in what the user decides. */
function agreedAnew(given: Call, traffic: Traffic, context: JudgeContext): Judged {
  const { task } = context;
  const { price, token } = given.facts.answer;
  const book = traffic.usersOf(token).find(({ step }) => step === 'book');
  if (!task || !book) return book ? 'not applicable' : undefined;
  // Of a change of price and conditions at once a user can decline either.
  if (task.onPriceChange === 'decline' && task.onConditionsChange === 'decline') {
    return finding([given, book], {
      message: `Exchange ${given.number} said RoomsFoundWithChanges, which the user declines; exchange ${book.number} books all the same.`,
      expected: 'No DoBooking.',
    });
  }
  return price ? shownMismatch([given, book], price, context) : 'not applicable';
}
