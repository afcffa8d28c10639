import { limits } from '#contracts';
import {
  type Call,
  defineRule,
  finding,
  formatTime,
  inWords,
  type JudgeContext,
  judgeAge,
  overEach,
  type Ruling,
} from '../assess/index.ts';

const life = limits.reTokenLife.value;

/** A ReToken is used for its life; then it takes a full Search. */
export const retokenWithin25h = defineRule({
  id: 'retoken-within-25h',
  level: 'must',
  clauses: ['retoken.expired', 'field.retoken', 'limit.retoken'],
  title: 'Uses a ReToken for 25 hours at most and then runs a full Search.',
  right: 'After 26 hours a new Search is made.',
  wrong: 'After 26 hours the ReToken of the old Search is sent.',
  explanation: 'the age of each ReToken when it is sent, against 25 hours and a tolerance',
  timed: true,
  standsAlone: true,
  judge(traffic, context) {
    const searched = new Map<string, Call>();
    const cases = traffic.calls.filter(({ step }) => step === 'search' || step === 'conditions');
    return overEach(
      cases,
      call => (call.step === 'search' ? judgeSearch(call, searched) : judgeConditions(call, context)),
      'no ReToken was sent',
    );
  },
});

/** A Search after that time is what is asked for. */
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
    message: `ReToken issued ${given} by exchange ${search.number}, used ${used}: ${inWords(call.opened.at - search.ended.at)} old.`,
    expected: `A full Search after ${inWords(life)}.`,
  });
}
