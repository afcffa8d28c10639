import { limits } from '#contracts';
import { type Call, defineRule, finding, formatTime, inWords, judgeAge } from '../assess/index.ts';

const life = limits.tokenLife.value;

/** No Token is sent that is older than its life. */
export const tokenFresh = defineRule({
  id: 'token-fresh',
  level: 'must',
  clauses: ['limit.token'],
  title: 'Sends no Token that is more than 30 minutes old.',
  right: 'The user thinks for 40 minutes, and the ReToken is used instead of the Token.',
  wrong: 'A Token that was issued 41 minutes ago is sent.',
  explanation:
    'the age of each Token when it is sent, against 30 minutes and a tolerance; not on a clock that jumps at polls',
  timed: true,
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no Token was sent',
  judgeCase(call, context) {
    const { issuer } = call;
    // Beside a ReToken a Token is only tried first (decision 5).
    if (call.facts.request.reToken !== undefined) return hasOutlived(call) ? undefined : 'not applicable';
    if (!issuer?.ended) return 'not applicable';
    const age = judgeAge({ since: issuer.ended, call, limit: life }, context);
    if (age !== 'too old') return age;
    const [given, expired, used] = formatTime(issuer.ended.at, issuer.ended.at + life, call.opened.at);
    return finding([issuer, call], {
      message: `Token issued ${given} by exchange ${issuer.number} expired ${expired}; used ${used}.`,
      expected: `A Token of at most ${inWords(life)}: by the ReToken, or of a new Search.`,
    });
  },
});

/** Whether the ReToken took the place of a Token that had grown too old. */
const hasOutlived = ({ search, opened }: Call): boolean =>
  search?.ended !== undefined && opened.at - search.ended.at > life;
