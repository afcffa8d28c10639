import { limits } from '#contracts';
import { type Call, defineRule, finding, formatDuration, formatTime, judgeAge } from '../assess/index.ts';

const life = limits.tokenLife.value;

export const tokenFresh = defineRule({
  id: 'token-fresh',
  level: 'must',
  clauses: ['limit.token'],
  title: 'A correct client sends no Token that is more than 30 minutes old.',
  right: 'The user needs 40 minutes to decide, and the client uses the ReToken in place of the Token.',
  wrong: 'The client sends a Token that was issued 41 minutes ago.',
  explanation:
    'The judge measures the age of each Token that the client sends. The limit is 30 minutes plus a tolerance.',
  timed: true,
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no Token was sent',
  judgeCase(call, context) {
    const { issuer } = call;
    // A request may send both an expired Token and a ReToken, because the ReToken replaces the Token (decision 6).
    if (call.facts.request.reToken !== undefined) return hasOutlived(call) ? undefined : 'not applicable';
    if (!issuer?.ended) return 'not applicable';
    const age = judgeAge({ since: issuer.ended, call, limit: life }, context);
    if (age !== 'too old') return age;
    const [given, expired, used] = formatTime(issuer.ended.at, issuer.ended.at + life, call.opened.at);
    return finding([issuer, call], {
      message: `The client sent a Token at ${used} (exchange ${call.number}) that exchange ${issuer.number} issued at ${given} and that expired at ${expired}. The supplier no longer accepts this Token.`,
      expected: `A correct client sends a Token that is at most ${formatDuration(life)} old, from the ReToken or a new Search.`,
    });
  },
});

/** Returns whether the ReToken replaced an expired Token. */
const hasOutlived = ({ search, opened }: Call): boolean =>
  search?.ended !== undefined && opened.at - search.ended.at > life;
