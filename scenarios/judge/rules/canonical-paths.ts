import { type Call, defineRule, finding, isSynthetic, overEach, type Ruling } from '../assess/index.ts';

/** Addresses are written as the contract writes them. */
export const canonicalPaths = defineRule({
  id: 'canonical-paths',
  level: 'should',
  clauses: ['ep.airport', 'ep.hotel-detail', 'ep.pay', 'ep.detail', 'ep.list', 'ep.unspecified'],
  title: 'Spells paths as the contract spells them.',
  right: '/API/REST/Hotel.svc/GetBookingConditions.',
  wrong: '/api/rest/hotel.svc/getBookingConditions.',
  explanation: 'paths that match only when letter case counts for nothing',
  standsAlone: true,
  judge: ({ calls }) => {
    const told = new Set<string>();
    return overEach(calls, call => judgeOne(call, told), 'no call of the supplier was sent');
  },
});

function judgeOne(call: Call, told: Set<string>): Ruling {
  if (call.step === 'tool') return 'not applicable';
  const { operation, method, url, status, warnings = [] } = call.facts;
  if (operation === null) {
    if (status !== 404 || isSynthetic(call)) return 'not applicable';
    const path = url.replace(/\?.*$/, '');
    if (told.has(path)) return [];
    told.add(path);
    const message = `Exchange ${call.number}: there is no operation at ${method} ${path}.`;
    return [finding([call], { message, expected: 'A path of the contract; the answer names the nearest.' })];
  }
  return warnings.flatMap(({ kind, message }) => {
    if (kind !== 'spelling' || told.has(message)) return [];
    told.add(message);
    return finding([call], {
      message: `Exchange ${call.number} (${operation}): ${message}.`,
      expected: 'The path in the spelling of the contract.',
    });
  });
}
