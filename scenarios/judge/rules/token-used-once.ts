import { shortToken } from '#contracts/exchange';
import {
  type Call,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  isSuccess,
} from '../assess/index.ts';

export const tokenUsedOnce = defineRule({
  id: 'token-used-once',
  level: 'must',
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
    const findings: Finding[] = [];
    let consumed: Call | undefined;
    for (const user of users) {
      // A request may send both a used Token and a ReToken, because the ReToken replaces the Token (decision 6).
      if (consumed && hasSeen(user, consumed) && user.facts.request.reToken === undefined) {
        const [used, again] = formatTime(consumed.opened.at, user.opened.at);
        const found = finding([consumed, user], {
          message: `The client sent Token ${shortToken(token)} again at ${again} (exchange ${user.number}), although exchange ${consumed.number} used it up at ${used}. The supplier accepts each Token once.`,
          expected: `A correct client sends the Token from the answer of exchange ${consumed.number}, or the ReToken of the Search.`,
        });
        findings.push(found);
      }
      if (!consumed && usesUp(user)) consumed = user;
    }
    return findings;
  },
});

/** Returns whether the call succeeded and therefore used up its Token. */
const usesUp = (call: Call): boolean =>
  isSuccess(call) && (call.facts.answer.token !== undefined || call.facts.answer.bookingId !== undefined);
