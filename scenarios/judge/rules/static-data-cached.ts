import { limits } from '#contracts';
import {
  assessEach,
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  isSuccess,
  type JudgeContext,
  type Ruling,
  tolerance,
} from '../assess/index.ts';

const life = limits.staticDataAge.value;

export const staticDataCached = defineRule({
  id: 'static-data-cached',
  level: 'should',
  clauses: ['ep.static-refresh', 'limit.static'],
  title: 'A correct client requests the static data of an airport or hotel at most once in 30 days.',
  right: 'The client requests the static data of an airport again after 30 days.',
  wrong: 'The client requests the static data of an airport twice in one day.',
  explanation: 'The judge looks for equal requests for static data within 30 days.',
  judge(traffic, context) {
    const kept = new Map<string, Call>();
    return assessEach(
      traffic.of('static'),
      call => judgeOne(call, kept, context),
      'no airport or hotel was requested',
    );
  },
});

function judgeOne(call: Call, kept: Map<string, Call>, context: JudgeContext): Ruling {
  const { operation, request } = call.facts;
  const id =
    operation === 'airportDetail' ? request.airport : operation === 'hotelDetail' ? request.item : undefined;
  if (id === undefined) return 'not applicable';
  const key = `${call.by} ${operation} ${id}`;
  const before = kept.get(key);
  if (isSuccess(call)) kept.set(key, call);
  if (!before || !hasSeen(call, before)) return undefined;
  if (call.opened.at - before.opened.at >= life - tolerance(life, context)) return undefined;
  const [first, again] = formatTime(before.opened.at, call.opened.at);
  return finding([before, call], {
    message: `The client requested ${operation} of ${id} again at ${again} (exchange ${call.number}), although it had the answer from ${first} (exchange ${before.number}). This data rarely changes, so the call only uses up the rate limit.`,
    expected: 'A correct client takes the answer from a local cache for about 30 days.',
  });
}
