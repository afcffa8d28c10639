import { limits } from '#contracts';
import {
  assessEach,
  type Call,
  defineRule,
  finding,
  formatDuration,
  isSuccess,
  missingInput,
  type Ruling,
  requestKey,
} from '../assess/index.ts';

/** The number of equal Searches that are allowed without a reason. It is 2, because a user may go back once. */
const maxEqual = 2;
const life = limits.tokenLife.value;

export const searchNotRepeated = defineRule({
  id: 'search-not-repeated',
  level: 'should',
  clauses: ['limit.token'],
  title: 'A correct client searches again only for a reason, such as an expired Token or a failed call.',
  right: 'The client sends one Search, requests the conditions of an offer, and sends DoBooking.',
  wrong: 'The client sends the same Search three times before it books, and ignores the first two answers.',
  explanation:
    'The judge counts the equal Searches that were answered in the last 30 minutes. A reason to search again restarts the count. Such a reason is a failed call, a refused call, changed conditions, or a DoBooking. The rule needs a task.',
  judge({ calls }, { task }) {
    if (!task)
      return missingInput('the rule needs a task, because several programs may send the same Search');
    // If the user submits a booking several times at once, the client may send a Search each time.
    const atOnce = Math.max(1, ...task.steps.map(step => (step.do === 'book' ? (step.times ?? 1) : 1)));
    const equal = new Map<string, Call[]>();
    return assessEach(calls, call => judgeOne(call, equal, maxEqual * atOnce), 'no Search was answered');
  },
});

function judgeOne(call: Call, equal: Map<string, Call[]>, max: number): Ruling {
  if (isReason(call)) equal.clear();
  if (call.step !== 'search' || !isSuccess(call)) return 'not applicable';
  const key = requestKey(call);
  const before = (equal.get(key) ?? []).filter(({ opened }) => call.opened.at - opened.at < life);
  equal.set(key, [...before.slice(-max), call]);
  // A longer run of equal Searches gets only one finding.
  if (before.length !== max) return undefined;
  const [first = call] = before;
  return finding([...before, call], {
    message: `The client sent the same Search ${max + 1} times within ${formatDuration(call.opened.at - first.opened.at)}, from exchange ${first.number} to exchange ${call.number}. Repeated Searches cost time and return the same offers.`,
    expected: `A correct client uses the offers and the Token of exchange ${first.number}, which are valid for ${formatDuration(life)}.`,
  });
}

/** Returns whether a call gives the client a reason to search again: it books, fails, or changes or refuses the offer. */
function isReason(call: Call): boolean {
  if (call.step === 'book' || !isSuccess(call)) return true;
  const { errors, revalidation, found } = call.facts.answer;
  if (call.step === 'search') return found === 0 || errors !== undefined;
  if (call.step !== 'conditions') return false;
  const isSame = revalidation === undefined || revalidation === 'SameRoomsFound';
  return errors !== undefined || !isSame;
}
