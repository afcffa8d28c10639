import { limits } from '#contracts';
import { shortToken } from '#contracts/exchange';
import { onlyStepFor } from '../compare-with-task.ts';
import { isOfOneClient, type Run } from '../context.ts';
import { type Amount, moneyText, shownMismatch } from '../reported.ts';
import { assessEach, asWarning, defineRule, finding, findingWith, missingInput } from '../rule.ts';
import { formatDuration, judgeAge } from '../time.ts';
import { type Call, hasSeen, hasStatus, isSearchedAgain } from '../traffic/index.ts';

const tokenLife = limits.tokenLife.value;
const conditionsLife = limits.conditionsAge.value;
const reTokenLife = limits.reTokenLife.value;

export const conditionRules = [
  defineRule('conditions-before-booking', {
    clauses: ['svc.1', 'flow.2'],
    title: 'A correct client requests the conditions of a selection before it books the selection.',
    right: 'The client sends Search, then GetBookingConditions for room 12, and then DoBooking for room 12.',
    wrong:
      'The client sends DoBooking right after Search, or it requests the conditions of room 12 and books room 13.',
    explanation: 'Before each DoBooking, the judge looks for conditions of the same offer and rooms.',
    looksBack: true,
    standsAlone: true,
    cases: run => run.of('book'),
    nothing: 'no DoBooking was sent',
    judgeCase(book, run) {
      const { status } = book.facts;
      // The supplier answers 401 or 429 before it checks the Token.
      if (status === 401 || status === 429) return 'not applicable';
      const given = run.conditionsOf(book.selection);
      const first = given.find(({ facts }) => facts.status === 200 && facts.answer.token !== undefined);
      if (first && first.number < book.number) return undefined;
      const { issuer } = book;
      // If the supplier accepted an unknown Token, the client had requested the conditions before the recording began.
      const isKnownElsewhere = issuer === undefined && !book.isRefused;
      if (isKnownElsewhere)
        return { inconclusive: `the Token of exchange ${book.number} was issued before the recording began` };
      const { item = 'without an id', units } = book.facts.request;
      const what = units ? `${item} with [${units.join(', ')}]` : item;
      return findingWith({
        also: [issuer],
        expected: `A correct client sends ${book.product}.getBookingConditions for ${what}, and then DoBooking with the Token of its answer.`,
      })`The client sent DoBooking of ${book.product} ${what} (${book}) without conditions for this selection. Only the conditions contain the final price and the penalties.`;
    },
  }),
  defineRule('booking-uses-conditions-token', {
    clauses: ['flow.1'],
    title:
      'A correct client books with the Token of its latest conditions, not with the Token of the Search.',
    right: 'The client sends DoBooking with the Token that GetBookingConditions returned.',
    wrong:
      'The client sends DoBooking with the Token of the Search, or with the Token of earlier conditions.',
    explanation: 'The judge compares the Token of each DoBooking with the exchange that issued it.',
    expected: 'A correct client sends the Token from the answer of GetBookingConditions.',
    cases: run => run.of('book'),
    nothing: 'no DoBooking was sent',
    judgeCase(book, run) {
      const { issuer } = book;
      if (!issuer) return 'not applicable';
      if (issuer.step === 'search') {
        return finding`The client sent DoBooking (${book}) with the Token of the Search in ${issuer}. The user accepted the price and rules of GetBookingConditions, so DoBooking needs the Token of that answer.`;
      }
      const newer = latestBefore(book, issuer, run);
      if (!newer) return undefined;
      // Two users can share a Search, so the newer conditions may belong to the other user.
      const warn = !isOfOneClient(run);
      return findingWith({
        warn,
        expected: `A correct client sends the Token of exchange ${newer.number}.`,
      })`At ${book.opened}, the client sent DoBooking (${book}) with the Token of the conditions from ${issuer.opened} (${issuer}), although ${newer} returned newer conditions at ${newer.opened}. The old conditions may be outdated.`;
    },
  }),
  defineRule('token-used-once', {
    clauses: ['flow.1', 'auth.2', 'field.token'],
    title: 'A correct client sends a Token only until a successful answer has used it up.',
    right: 'The client sends a Token once, and later calls send the new Token from the answer.',
    wrong: 'The client sends a Token again, although it received the answer that used up the Token.',
    explanation:
      'The judge looks for Tokens that the client sends twice. After an unreadable answer, the client cannot know whether its Token is used up.',
    cases: ({ tokens }) => tokens,
    nothing: 'no Token was sent',
    judgeCase({ users, token }) {
      if (users.length < 2) return users.length === 0 ? 'not applicable' : undefined;
      const consumed = users.find(usesUp);
      if (!consumed) return undefined;
      return users.slice(users.indexOf(consumed) + 1).flatMap(user => {
        // A request may send both a used Token and a ReToken, because the ReToken replaces the Token (decision 6).
        if (!hasSeen(user, consumed) || user.facts.request.reToken !== undefined) return [];
        return findingWith({
          expected: `A correct client sends the Token from the answer of exchange ${consumed.number}, or the ReToken of the Search.`,
        })`The client sent Token ${shortToken(token)} again at ${user.opened} (${user}), although ${consumed} used it up at ${consumed.opened}. The supplier accepts each Token once.`;
      });
    },
  }),
  defineRule('token-fresh', {
    clauses: ['limit.token'],
    title: 'A correct client sends no Token that is more than 30 minutes old.',
    right: 'The user needs 40 minutes to decide, and the client uses the ReToken in place of the Token.',
    wrong: 'The client sends a Token that was issued 41 minutes ago.',
    explanation:
      'The judge measures the age of each Token that the client sends. The limit is 30 minutes plus a tolerance.',
    expected: `A correct client sends a Token that is at most ${formatDuration(tokenLife)} old, from the ReToken or a new Search.`,
    timed: true,
    standsAlone: true,
    cases: ({ calls }) => calls,
    nothing: 'no Token was sent',
    judgeCase(call, run) {
      const { issuer } = call;
      // The ReToken replaces the Token (decision 6).
      if (call.facts.request.reToken !== undefined) return hasOutlived(call) ? undefined : 'not applicable';
      if (!issuer?.ended) return 'not applicable';
      const age = judgeAge({ since: issuer.ended, call, limit: tokenLife }, run);
      if (age !== 'too old') return age;
      const expired = { at: issuer.ended.at + tokenLife };
      return finding`The client sent a Token at ${call.opened} (${call}) that ${issuer} issued at ${issuer.ended} and that expired at ${expired}. The supplier no longer accepts this Token.`;
    },
  }),
  defineRule('conditions-fresh', {
    clauses: ['flow.2', 'limit.conditions'],
    title: 'A correct client books less than 5 minutes after it received the conditions.',
    right:
      'The user needs 7 minutes to decide, and the client requests the conditions again before DoBooking.',
    wrong: 'The client sends DoBooking 7 minutes after it received the conditions.',
    explanation:
      'The judge measures the time from the answer with the conditions to DoBooking. The limit is 5 minutes plus a tolerance.',
    expected: `A correct client requests the conditions again, and sends DoBooking less than ${formatDuration(conditionsLife)} later.`,
    timed: true,
    standsAlone: true,
    cases: run => run.of('book'),
    nothing: 'no DoBooking was sent',
    judgeCase(book, run) {
      const { issuer } = book;
      if (!issuer?.ended || issuer.step !== 'conditions') return 'not applicable';
      const age = judgeAge({ since: issuer.ended, call: book, limit: conditionsLife }, run);
      if (age !== 'too old') return age;
      return finding`The client sent DoBooking at ${book.opened} (${book}), ${formatDuration(book.opened.at - issuer.ended.at)} after it received the conditions (${issuer} at ${issuer.ended}). The price may have changed in this time.`;
    },
  }),
  defineRule('price-change-confirmed', {
    clauses: ['flow.2', 'field.pricing-info', 'field.total-selling-price'],
    title:
      'A correct client shows the user a changed price, tax or cancellation policy, and books only if the user accepts it.',
    right: 'The price has risen and the user declines it, so the client sends no DoBooking.',
    wrong: 'The price has risen and the user declines it, but the client sends DoBooking.',
    explanation:
      'The judge compares the price, the taxes and the policies in the conditions with the earlier ones. Changed taxes or policies at the same price count only if the task says that the user declines them (`onConditionsChange`). Without a task, in an explored test, every change is only a warning, because the user may accept it, except with `--declines`. After a Rejected booking, the price of the next one counts as changed if it differs. The judge also reads the decision of the user in the task, and shownToUser in the result.',
    needsShown: ['total'],
    judge(run) {
      if (!run.task && !run.isOneClient)
        return missingInput('the rule needs a task, which says whether the user accepts another price');
      const all = run.of('conditions');
      const isSilent = run.result !== undefined && run.result.shownToUser?.total === undefined;
      return assessEach(
        all,
        given => judgeOne(given, run),
        isSilent && all.some(given => given.isSuccess && priceBefore(given) !== undefined)
          ? 'a price changed, but the client does not report the price that it showed (shownToUser.total)'
          : 'no price changed',
      );
    },
  }),
  defineRule('retoken-within-25h', {
    clauses: ['retoken.expired', 'field.retoken', 'limit.retoken'],
    title: 'A correct client uses a ReToken for at most 25 hours and then runs a full Search.',
    right: 'The client runs a new Search 26 hours after the old one.',
    wrong: 'The client sends the ReToken of a Search that is 26 hours old.',
    explanation:
      'The judge measures the age of each ReToken that the client sends. The limit is 25 hours plus a tolerance.',
    expected: `A correct client runs a full Search after ${formatDuration(reTokenLife)}.`,
    timed: true,
    standsAlone: true,
    cases: ({ calls }) => calls.filter(({ step }) => step === 'search' || step === 'conditions'),
    nothing: 'no ReToken was sent',
    judgeCase(call, run) {
      if (call.step === 'search')
        return isSearchedAgain(call, run.of('search')) ? undefined : 'not applicable';
      const { search } = call;
      if (call.facts.request.reToken === undefined || !search?.ended) return 'not applicable';
      const age = judgeAge({ since: search.ended, call, limit: reTokenLife }, run);
      if (age !== 'too old') return age;
      return finding`The client sent a ReToken at ${call.opened} (${call}) that ${search} issued at ${search.ended}, ${formatDuration(call.opened.at - search.ended.at)} before. The supplier no longer accepts this ReToken.`;
    },
  }),
  defineRule('retoken-outcome-honoured', {
    clauses: ['retoken.same', 'retoken.changed', 'retoken.not-found', 'field.revalidate'],
    title:
      'A correct client books if the ReToken finds the same rooms, asks the user if they changed, and searches again if they are gone.',
    right:
      'RevalidateBookingConditions is RoomsFoundWithChanges. The client shows the new conditions and books only after the user accepts them.',
    wrong:
      'RevalidateBookingConditions is RoomsNotFound, but the client sends DoBooking. Or the client books changes that the user declines.',
    explanation: 'The judge reads the calls after each answer with RevalidateBookingConditions.',
    expected: 'A correct client runs a new Search.',
    needsShown: ['total'],
    cases: run => [...run.of('search'), ...run.of('conditions')],
    nothing: 'no request with a ReToken was answered',
    judgeCase(given, run) {
      const { revalidation } = given.facts.answer;
      if (given.step === 'search')
        return isSearchedAgain(given, run.of('search')) ? undefined : 'not applicable';
      if (!given.isSuccess || revalidation === undefined) return 'not applicable';
      const isGone = revalidation === 'RoomsNotFound';
      const found = isGone ? continued(given, run) : bookedWithOldToken(given, run);
      // Users can share a Search, so the later call may belong to another user.
      if (found) return isOfOneClient(run) ? found : asWarning(found);
      if (isGone) return undefined;
      return revalidation === 'RoomsFoundWithChanges' ? judgeConsent(given, run) : undefined;
    },
  }),
] as const;

function latestBefore(book: Call, issuer: Call, { usersOf }: Run): Call | undefined {
  let latest: Call | undefined;
  for (let one = issuer.sameAfter; one && one.number < book.number; one = one.sameAfter) {
    const { token } = one.facts.answer;
    // If a DoBooking uses the Token, the conditions belong to a second booking of the same offer.
    const isFree = token !== undefined && !usersOf(token).some(({ step }) => step === 'book');
    if (isFree && one.isSuccess && hasSeen(book, one)) latest = one;
  }
  return latest;
}

const usesUp = (call: Call): boolean =>
  call.isSuccess && (call.facts.answer.token !== undefined || call.facts.answer.bookingId !== undefined);

/** Returns whether the ReToken replaced an expired Token. */
const hasOutlived = ({ search, opened }: Call): boolean =>
  search?.ended !== undefined && opened.at - search.ended.at > tokenLife;

function judgeOne(given: Call, run: Run) {
  const { price, token } = given.facts.answer;
  if (!given.isSuccess || !price || token === undefined) return 'not applicable';
  const booked = run.usersOf(token).find(({ step }) => step === 'book');
  const before = priceBefore(given) ?? (booked && rejectedPrice(booked, run));
  if (before === undefined) {
    const ruling = judgeTerms(given, booked, run);
    if (ruling !== 'not applicable') return ruling;
    return booked && !isReplaced(booked, run)
      ? judgeUnchanged([given, booked], price, run)
      : 'not applicable';
  }
  if (isDeclined('onPriceChange', run)) {
    if (!booked) return undefined;
    const message = `The client sent DoBooking (exchange ${booked.number}) at a new price (${before}, now ${moneyText(price)} in exchange ${given.number})`;
    return declined([given, booked], { what: 'a new price', message }, run);
  }
  return booked && !isReplaced(booked, run) ? shownMismatch([given, booked], price, run) : 'not applicable';
}

/** It is unknown whether the user of a test declines it. */
const isDeclined = (what: 'onPriceChange' | 'onConditionsChange', { task, isOneClient }: Run) =>
  task ? task[what] === 'decline' : isOneClient === true;

function declined(
  calls: readonly Call[],
  { what, message }: { readonly what: string; readonly message: string },
  { task, declines }: Run,
) {
  const isKnown = task !== undefined || declines === true;
  const why = isKnown
    ? `, although the user declines ${what}. The user would pay an amount that they refused.`
    : `. This is right only if the user of the test accepts ${what}.`;
  const expected = `A correct client sends no DoBooking if the user declines ${what}.` as const;
  return findingWith({ also: calls, warn: !isKnown, expected })`${message}${why}`;
}

/** By a later booking, whose price the client showed. */
const isReplaced = (book: Call, run: Run): boolean =>
  (book.trip?.seen ?? []).some(({ view }) => hasStatus(view, 'rejected')) &&
  run.of('book').some(({ number, product }) => number > book.number && product === book.product);

function judgeTerms(given: Call, booked: Call | undefined, run: Run) {
  const what = changedTerms(given);
  if (what === undefined) return 'not applicable';
  if (!isDeclined('onConditionsChange', run) || !booked) return undefined;
  const message = `The client sent DoBooking (exchange ${booked.number}) after ${what} changed in exchange ${given.number}`;
  return declined([given, booked], { what: 'changed terms', message }, run);
}

function changedTerms({ facts: { faults = [], answer }, sameBefore: earlier }: Call): string | undefined {
  if (faults.some(({ kind }) => kind === 'terms') && answer.revalidation !== 'SameRoomsFound')
    return 'the taxes or the cancellation policies';
  if (!earlier?.isSuccess || !earlier.facts.answer.price) return undefined;
  const before = earlier.facts.answer;
  const sorted = (list: readonly object[] = []) =>
    list
      .map(one => JSON.stringify(one))
      .sort()
      .join();
  const isOther = (a?: readonly object[], b?: readonly object[]) => sorted(a) !== sorted(b);
  if (isOther(before.taxes, answer.taxes)) return 'the taxes';
  return isOther(before.policies, answer.policies) ? 'the cancellation policies' : undefined;
}

/** Another shown price at an unchanged price is a warning, because it may include a margin of the seller. */
function judgeUnchanged(calls: readonly Call[], price: Amount, run: Run) {
  const found = shownMismatch(calls, price, run);
  return found === undefined || found === 'not applicable' ? 'not applicable' : asWarning(found);
}

/** The user agreed only to the price of the Rejected booking (decision 1). */
function rejectedPrice(book: Call, run: Run): string | undefined {
  if (!onlyStepFor(book.product, run.task)) return undefined;
  const earlier = run
    .of('book')
    .findLast(one => one.number < book.number && one.product === book.product && isReplaced(one, run));
  const [then, now] = [earlier?.issuer?.facts.answer.price, book.issuer?.facts.answer.price];
  if (!then || !now || moneyText(then) === moneyText(now)) return undefined;
  return `${moneyText(then)} for the Rejected booking of exchange ${earlier?.number}`;
}

/** The exact earlier price may be unknown, because the recorded Search does not contain the price of each offer. */
function priceBefore(given: Call): string | undefined {
  const { faults = [], answer } = given.facts;
  const isMoved = faults.some(({ kind }) => kind === 'price') && answer.revalidation !== 'SameRoomsFound';
  // A `revalidate` fault raises the price unless the fault configures another change.
  const isRevised =
    faults.some(({ kind }) => kind === 'revalidate') && answer.revalidation === 'RoomsFoundWithChanges';
  if (isMoved || isRevised) return 'changed since the Search';
  const earlier = given.sameBefore;
  if (!earlier?.isSuccess) return undefined;
  const [then, now] = [earlier.facts.answer.price, answer.price];
  if (!then || !now || (then.value === now.value && then.currency === now.currency)) return undefined;
  return `${moneyText(then)} in exchange ${earlier.number}`;
}

function continued(given: Call, run: Run) {
  const { search } = given;
  const later = nextOf(given, run);
  if (!search || !later) return undefined;
  return finding`In ${later}, the client used its selection from the Search (${search}) again, although ${given} returned RoomsNotFound. These rooms can no longer be booked.`;
}

/** Of the same Search: a call for conditions, or a DoBooking with an older Token. */
function nextOf(given: Call, run: Run): Call | undefined {
  const { sameAfter: next, sameBefore: earlier } = given;
  if (next && hasSeen(next, given)) return next;
  return earlier && bookedAfter(given, earlier, run);
}

const bookedAfter = (given: Call, earlier: Call, { usersOf }: Run): Call | undefined =>
  usersOf(earlier.facts.answer.token).find(user => user.step === 'book' && hasSeen(user, given));

function bookedWithOldToken(given: Call, run: Run) {
  const earlier = given.sameBefore;
  // If a call uses the new Token, the DoBooking with the old Token is another booking.
  if (!earlier || run.usersOf(given.facts.answer.token).length > 0) return undefined;
  const book = bookedAfter(given, earlier, run);
  if (!book) return undefined;
  return findingWith({
    expected: `A correct client sends DoBooking with the Token of exchange ${given.number}.`,
  })`The client sent DoBooking (${book}) with the Token of ${earlier}, although ${given} returned a new Token for the ReToken. The old Token refers to outdated conditions.`;
}

function judgeConsent(given: Call, run: Run) {
  const { task } = run;
  const { price, token } = given.facts.answer;
  const book = run.usersOf(token).find(({ step }) => step === 'book');
  if (!task || !book) return book ? 'not applicable' : undefined;
  // The change can concern either, so the user surely declines it only if the task declines both.
  if (task.onPriceChange === 'decline' && task.onConditionsChange === 'decline') {
    return findingWith({
      expected: 'A correct client sends no DoBooking if the user declines the changes.',
    })`The client sent DoBooking (${book}), although ${given} returned RoomsFoundWithChanges and the user declines changes. The user would get conditions that they refused.`;
  }
  return price ? shownMismatch([given, book], price, run) : 'not applicable';
}
