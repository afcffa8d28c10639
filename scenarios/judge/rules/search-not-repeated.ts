import { limits } from '#contracts';
import {
  type Call,
  defineRule,
  finding,
  inWords,
  isGood,
  missingInput,
  overEach,
  type Ruling,
  requestKey,
} from '../assess/index.ts';

/** A user may change their mind, and a program may search once more after a failure. */
const maxEqual = 3;
const life = limits.tokenLife.value;

/** The offers of a Search are good until its Token expires; an equal Search before then costs time and finds the same. */
export const searchNotRepeated = defineRule({
  id: 'search-not-repeated',
  level: 'should',
  clauses: ['limit.token'],
  title: 'Books by the answer of a Search while its Token lives, and sends no fourth equal Search.',
  right: 'One Search, conditions of an offer, DoBooking.',
  wrong: 'The same Search goes out four times within a minute, and the first three answers are dropped.',
  explanation: 'equal Searches that were answered within 30 minutes, of a client with one task',
  judge({ calls }, { task }) {
    if (!task) return missingInput('it takes a task: several programs may search for the same');
    const equal = new Map<string, Call[]>();
    return overEach(calls, call => judgeOne(call, equal), 'no Search was answered');
  },
});

function judgeOne(call: Call, equal: Map<string, Call[]>): Ruling {
  if (call.step === 'book') equal.clear();
  if (call.step !== 'search' || !isGood(call)) return 'not applicable';
  const key = requestKey(call);
  const before = (equal.get(key) ?? []).filter(({ opened }) => call.opened.at - opened.at < life);
  equal.set(key, [...before.slice(-maxEqual), call]);
  // One finding for a row of them: further calls add nothing.
  if (before.length !== maxEqual) return undefined;
  const [first = call] = before;
  return finding([...before, call], {
    message: `Exchange ${call.number} is the ${maxEqual + 1}th equal Search within ${inWords(call.opened.at - first.opened.at)}; that of exchange ${first.number} was answered.`,
    expected: `The offers and the Token of exchange ${first.number}, which live for ${inWords(life)}.`,
  });
}
