import { limits } from '#contracts';
import {
  assessEach,
  type Call,
  defineRule,
  finding,
  formatDuration,
  formatTime,
  isSearchedAgain,
  type JudgeContext,
  judgeAge,
} from '../assess/index.ts';

const life = limits.reTokenLife.value;

export const retokenWithin25h = defineRule({
  id: 'retoken-within-25h',
  level: 'must',
  clauses: ['retoken.expired', 'field.retoken', 'limit.retoken'],
  title: 'A correct client uses a ReToken for at most 25 hours and then runs a full Search.',
  right: 'The client runs a new Search 26 hours after the old one.',
  wrong: 'The client sends the ReToken of a Search that is 26 hours old.',
  explanation:
    'The judge measures the age of each ReToken that the client sends. The limit is 25 hours plus a tolerance.',
  timed: true,
  standsAlone: true,
  judge(traffic, context) {
    const searches = traffic.of('search');
    const cases = traffic.calls.filter(({ step }) => step === 'search' || step === 'conditions');
    return assessEach(
      cases,
      call => {
        if (call.step === 'conditions') return judgeConditions(call, context);
        return isSearchedAgain(call, searches) ? undefined : 'not applicable';
      },
      'no ReToken was sent',
    );
  },
});

function judgeConditions(call: Call, context: JudgeContext) {
  const { search } = call;
  if (call.facts.request.reToken === undefined || !search?.ended) return 'not applicable';
  const age = judgeAge({ since: search.ended, call, limit: life }, context);
  if (age !== 'too old') return age;
  const [given, used] = formatTime(search.ended.at, call.opened.at);
  return finding([search, call], {
    message: `The client sent a ReToken at ${used} (exchange ${call.number}) that exchange ${search.number} issued at ${given}, ${formatDuration(call.opened.at - search.ended.at)} before. The supplier no longer accepts this ReToken.`,
    expected: `A correct client runs a full Search after ${formatDuration(life)}.`,
  });
}
