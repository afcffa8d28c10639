import { assessEach, type Call, defineRule, finding, isSynthetic, type Ruling } from '../assess/index.ts';

export const canonicalPaths = defineRule({
  id: 'canonical-paths',
  level: 'should',
  clauses: ['ep.airport', 'ep.hotel-detail', 'ep.pay', 'ep.detail', 'ep.list', 'ep.unspecified'],
  title: 'A correct client writes each path exactly as the contract does.',
  right: 'The client calls /API/REST/Hotel.svc/GetBookingConditions.',
  wrong: 'The client calls /api/rest/hotel.svc/getBookingConditions.',
  explanation:
    'The judge looks for paths that are not in the contract, or that differ from the contract in upper and lower case.',
  standsAlone: true,
  judge: ({ calls }) => {
    const seen = new Set<string>();
    return assessEach(calls, call => judgeOne(call, seen), 'no call to the supplier was sent');
  },
});

/** Matches paths that a browser requests by itself, although the client did not ask for them, such as the icon of a site. */
const browserPath = /^\/(?:favicon\.ico|apple-touch-icon[\w-]*\.png|robots\.txt|\.well-known\/.*)$/;

function judgeOne(call: Call, seen: Set<string>): Ruling {
  if (call.step === 'tool') return 'not applicable';
  const { operation, method, url, status, warnings = [] } = call.facts;
  if (operation === null) {
    if (status !== 404 || isSynthetic(call)) return 'not applicable';
    const path = url.replace(/\?.*$/, '');
    if (method === 'GET' && browserPath.test(path)) return 'not applicable';
    if (seen.has(path)) return [];
    seen.add(path);
    const message = `The client called ${method} ${path} (exchange ${call.number}), but the contract has no such operation. The call has no effect.`;
    return [
      finding([call], {
        message,
        expected: 'A correct client calls a path of the contract. The 404 answer contains the nearest path.',
      }),
    ];
  }
  return warnings.flatMap(({ kind, message }) => {
    if (kind !== 'spelling' || seen.has(message)) return [];
    seen.add(message);
    return finding([call], {
      message: `The client called ${operation} (exchange ${call.number}) with an unusual spelling: ${message}. A supplier may reject another spelling.`,
      expected: 'A correct client uses the spelling of the contract.',
    });
  });
}
