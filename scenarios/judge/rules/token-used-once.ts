import {
  type Call,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  isGood,
} from '../assess/index.ts';

/** No Token is sent again after an answer that the client could read had used it up. */
export const tokenUsedOnce = defineRule({
  id: 'token-used-once',
  level: 'must',
  clauses: ['flow.1', 'auth.2', 'field.token'],
  title: 'Drops a Token as soon as a readable answer has used it up.',
  right: 'Token S1 goes into GetBookingConditions; whatever follows carries the new one.',
  wrong: 'S1 is sent again although the answer that used it up could be read.',
  explanation:
    'every Token that is sent a second time; an answer that could not be read used nothing up as far as the client knows',
  cases: ({ tokens }) => tokens,
  nothing: 'no Token was sent',
  judgeCase({ users, token }) {
    if (users.length < 2) return users.length === 0 ? 'not applicable' : undefined;
    const findings: Finding[] = [];
    let consumed: Call | undefined;
    for (const user of users) {
      // Beside a ReToken it is only tried first (decision 5).
      if (consumed && hasSeen(user, consumed) && user.facts.request.reToken === undefined) {
        const [used, again] = formatTime(consumed.opened.at, user.opened.at);
        const found = finding([consumed, user], {
          message: `Token ${token} was used up at ${used} by exchange ${consumed.number} and sent again at ${again} by exchange ${user.number}.`,
          expected: `The Token in the answer of exchange ${consumed.number}, or the ReToken of the Search.`,
        });
        findings.push(found);
      }
      if (!consumed && usesUp(user)) consumed = user;
    }
    return findings;
  },
});

/** Whether the answer says that the step was taken. */
const usesUp = (call: Call): boolean =>
  isGood(call) && (call.facts.answer.token !== undefined || call.facts.answer.bookingId !== undefined);
