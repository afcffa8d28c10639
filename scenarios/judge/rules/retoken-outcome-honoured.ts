import {
  type Call,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  isSearchedAgain,
  isSuccess,
  type JudgeContext,
  shownMismatch,
  type Traffic,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const retokenOutcomeHonoured = defineRule({
  id: 'retoken-outcome-honoured',
  level: 'must',
  clauses: ['retoken.same', 'retoken.changed', 'retoken.not-found', 'field.revalidate'],
  title:
    'A correct client books if the ReToken finds the same rooms, asks the user if they changed, and searches again if they are gone.',
  right:
    'RevalidateBookingConditions is RoomsFoundWithChanges. The client shows the new conditions and books only after the user accepts them.',
  wrong:
    'RevalidateBookingConditions is RoomsNotFound, but the client sends DoBooking. Or the client books changes that the user declines.',
  explanation: 'The judge reads the calls after each answer with RevalidateBookingConditions.',
  needsShown: ['total'],
  cases: traffic => [...traffic.of('search'), ...traffic.of('conditions')],
  nothing: 'no request with a ReToken was answered',
  judgeCase(given, context, traffic) {
    const { revalidation } = given.facts.answer;
    if (given.step === 'search')
      return isSearchedAgain(given, traffic.of('search')) ? undefined : 'not applicable';
    if (!isSuccess(given) || revalidation === undefined) return 'not applicable';
    const isGone = revalidation === 'RoomsNotFound';
    const found = isGone ? continued(given, traffic) : bookedWithOldToken(given, traffic);
    // Users can share a Search, so the later call may belong to another user.
    if (found) return warnUnlessOneTask(found, context);
    if (isGone) return undefined;
    return revalidation === 'RoomsFoundWithChanges' ? judgeConsent(given, traffic, context) : undefined;
  },
});

type Judged = Finding | 'not applicable' | undefined;

/** Finds a later call that requests or books rooms that are no longer available. */
function continued(given: Call, traffic: Traffic): Finding | undefined {
  const { search } = given;
  const later = nextOf(given, traffic);
  if (!search || !later) return undefined;
  return finding([search, given, later], {
    message: `In exchange ${later.number}, the client used its selection from the Search (exchange ${search.number}) again, although exchange ${given.number} returned RoomsNotFound. These rooms can no longer be booked.`,
    expected: 'A correct client runs a new Search.',
  });
}

/**
 * Returns the next call for the same offer of the same Search: a call for conditions, or a DoBooking with an older Token.
 */
function nextOf(given: Call, traffic: Traffic): Call | undefined {
  const { sameAfter: next, sameBefore: earlier } = given;
  if (next && hasSeen(next, given)) return next;
  return earlier && bookedAfter(given, earlier, traffic);
}

const bookedAfter = (given: Call, earlier: Call, { usersOf }: Traffic): Call | undefined =>
  usersOf(earlier.facts.answer.token).find(user => user.step === 'book' && hasSeen(user, given));

/** Finds a DoBooking that uses the old Token instead of the new Token. */
function bookedWithOldToken(given: Call, traffic: Traffic): Finding | undefined {
  const earlier = given.sameBefore;
  // If a call uses the new Token, the DoBooking with the old Token is another booking.
  if (!earlier || traffic.usersOf(given.facts.answer.token).length > 0) return undefined;
  const book = bookedAfter(given, earlier, traffic);
  if (!book) return undefined;
  return finding([earlier, given, book], {
    message: `The client sent DoBooking (exchange ${book.number}) with the Token of exchange ${earlier.number}, although exchange ${given.number} returned a new Token for the ReToken. The old Token refers to outdated conditions.`,
    expected: `A correct client sends DoBooking with the Token of exchange ${given.number}.`,
  });
}

/** Judges whether the user accepted changed conditions. */
function judgeConsent(given: Call, traffic: Traffic, context: JudgeContext): Judged {
  const { task } = context;
  const { price, token } = given.facts.answer;
  const book = traffic.usersOf(token).find(({ step }) => step === 'book');
  if (!task || !book) return book ? 'not applicable' : undefined;
  // The change can concern the price or the conditions. The user surely declines the change only if the task declines both.
  if (task.onPriceChange === 'decline' && task.onConditionsChange === 'decline') {
    return finding([given, book], {
      message: `The client sent DoBooking (exchange ${book.number}), although exchange ${given.number} returned RoomsFoundWithChanges and the user declines changes. The user would get conditions that they refused.`,
      expected: 'A correct client sends no DoBooking if the user declines the changes.',
    });
  }
  return price ? shownMismatch([given, book], price, context) : 'not applicable';
}
