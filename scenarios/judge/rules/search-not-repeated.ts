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

/** The number of equal Searches that are allowed, because a user may go back or a client may search again after a failure. */
const maxEqual = 3;
const life = limits.tokenLife.value;

export const searchNotRepeated = defineRule({
  id: 'search-not-repeated',
  level: 'should',
  clauses: ['limit.token'],
  title:
    'A correct client uses the answer to a Search until its Token expires, and does not send an equal Search a fourth time.',
  right: 'The client sends one Search, requests the conditions of an offer, and sends DoBooking.',
  wrong: 'The client sends the same Search four times within a minute and ignores the first three answers.',
  explanation: 'The judge counts equal Searches with an answer within 30 minutes. The rule needs a task.',
  judge({ calls }, { task }) {
    if (!task)
      return missingInput('the rule needs a task, because several programs may send the same Search');
    const equal = new Map<string, Call[]>();
    return assessEach(calls, call => judgeOne(call, equal), 'no Search was answered');
  },
});

function judgeOne(call: Call, equal: Map<string, Call[]>): Ruling {
  if (call.step === 'book') equal.clear();
  if (call.step !== 'search' || !isSuccess(call)) return 'not applicable';
  const key = requestKey(call);
  const before = (equal.get(key) ?? []).filter(({ opened }) => call.opened.at - opened.at < life);
  equal.set(key, [...before.slice(-maxEqual), call]);
  // A longer run of equal Searches gets only one finding.
  if (before.length !== maxEqual) return undefined;
  const [first = call] = before;
  return finding([...before, call], {
    message: `The client sent the same Search ${maxEqual + 1} times within ${formatDuration(call.opened.at - first.opened.at)}, from exchange ${first.number} to exchange ${call.number}. Repeated Searches cost time and return the same offers.`,
    expected: `A correct client uses the offers and the Token of exchange ${first.number}, which are valid for ${formatDuration(life)}.`,
  });
}
