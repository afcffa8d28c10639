import { limits } from '#contracts';
import type { Call } from '../traffic/call.ts';
import { judgeAge } from './age.ts';
import type { JudgeContext } from './context.ts';
import { finding, noCase, overEach } from './opinion.ts';
import { allButPerPoll, defineRule } from './rule.ts';
import { inWords, tell } from './time.ts';

const life = limits.tokenLife.value;

/** No Token is sent that is older than its life. */
export const tokenFresh = defineRule({
  id: 'token-fresh',
  level: 'must',
  clauses: ['limit.token'],
  title: 'Sends no Token that is more than 30 minutes old.',
  modes: allButPerPoll,
  standsAlone: true,
  judge: ({ calls }, context) => overEach(calls, call => judgeOne(call, context), 'no Token was sent'),
});

function judgeOne(call: Call, context: JudgeContext) {
  const { issuer } = call;
  // Beside a ReToken a Token is only tried first (decision 23).
  if (call.facts.request.reToken !== undefined) return hasOutlived(call) ? undefined : noCase;
  if (!issuer?.ended) return noCase;
  const age = judgeAge({ since: issuer.ended, call, limit: life }, context);
  if (age !== 'too old') return age;
  const [given, expired, used] = tell(issuer.ended.at, issuer.ended.at + life, call.opened.at);
  return finding([issuer, call], {
    message: `Token issued ${given} by exchange ${issuer.number} expired ${expired}; used ${used}.`,
    expected: `A Token of at most ${inWords(life)}: by the ReToken, or of a new Search.`,
  });
}

/** Whether the ReToken took the place of a Token that had grown too old. */
const hasOutlived = ({ search, opened }: Call): boolean =>
  search?.ended !== undefined && opened.at - search.ended.at > life;
