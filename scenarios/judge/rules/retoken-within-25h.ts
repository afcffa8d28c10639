import { limits } from '#contracts';
import {
  assessEach,
  type Call,
  defineRule,
  finding,
  formatDuration,
  formatTime,
  type JudgeContext,
  judgeAge,
  type Ruling,
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
    const searched = new Map<string, Call>();
    const cases = traffic.calls.filter(({ step }) => step === 'search' || step === 'conditions');
    return assessEach(
      cases,
      call => (call.step === 'search' ? judgeSearch(call, searched) : judgeConditions(call, context)),
      'no ReToken was sent',
    );
  },
});

/** Judges a Search that repeats an earlier Search. The rule passes if the ReToken had expired before the new Search. */
function judgeSearch(search: Call, searched: Map<string, Call>): Ruling {
  const key = `${search.by} ${search.product}`;
  const before = searched.get(key);
  searched.set(key, search);
  return before && search.opened.at - before.opened.at > life ? undefined : 'not applicable';
}

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
