import type { Warning } from '#contracts/exchange';
import {
  asDefined,
  assessEach,
  asWarning,
  type Call,
  defineRule,
  type Finding,
  finding,
  harmlessFindings,
  isSynthetic,
  type Ruling,
} from '../assess/index.ts';

export const requestMatchesContract = defineRule({
  id: 'request-matches-contract',
  level: 'must',
  clauses: ['err.400'],
  title: 'A correct client sends only requests that match the contract in every field.',
  right: 'The request has NumAdults: 2.',
  wrong: 'The request has no Nationality, or NumAdults: "two".',
  explanation:
    'The judge reads the answers with status 400. An unknown field name is only a warning. If the stand-in accepts a value of the wrong type, such as a number as text, the whole run gets one warning.',
  standsAlone: true,
  judge({ calls }) {
    const seen = new Set<string>();
    const assessment = assessEach(calls, call => judgeOne(call, seen), 'no call to the supplier was sent');
    const known = calls.filter(({ step, facts }) => step !== 'tool' && facts.operation !== null);
    return { ...assessment, findings: [...assessment.findings, ...harmlessFindings(known)] };
  },
});

/** The error codes for a malformed request. All other codes report a wrong time of the request or a wrong booking state. */
const malformedCodes: readonly string[] = ['InvalidRequest', 'PayloadTooLarge', 'MethodNotAllowed'];

function judgeOne(call: Call, seen: Set<string>): Ruling {
  if (call.step === 'tool') return 'not applicable';
  const { operation, warnings = [] } = call.facts;
  if (operation === null) return isMalformed(call) ? [refused(call)] : 'not applicable';
  const odd = warnings.flatMap(warning => warned(call, warning, seen));
  // If there is a finding for each wrong field, the general finding is not needed.
  const isNamed = warnings.some(({ kind }) => kind === 'wrong');
  return isMalformed(call) && !isNamed ? [refused(call), ...odd] : odd;
}

function isMalformed(call: Call): boolean {
  const { status, answer, operation } = call.facts;
  if (isSynthetic(call) || (status !== 400 && status !== 405 && status !== 413)) return false;
  // The supplier also refuses payBooking because of the state of the booking. Such a request still matches the contract.
  const isState = operation === 'payBooking' && (answer.fields ?? []).every(field => field === 'BookingId');
  return !isState && (answer.errors ?? []).some(code => malformedCodes.includes(code));
}

function refused(call: Call): Finding {
  const { status, answer, operation, method } = call.facts;
  const { fields = [], errors = [] } = answer;
  const where = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  return finding([call], {
    message: `The client sent a malformed request (exchange ${call.number}, ${operation ?? method}), which was answered ${status} ${errors[0] ?? ''}${where}. The request has no effect.`,
    expected:
      'A correct client sends a request that fits the contract. The answer contains each wrong field and a valid value.',
  });
}

/** Creates a finding for a problem of a request. A repeated problem gets only one finding. */
function warned(call: Call, { kind, field, message }: Warning, seen: Set<string>): Finding[] {
  const { operation } = call.facts;
  const key = `${operation} ${kind} ${field}`;
  // Deviations that the supplier accepts are left out here, because they get one finding for all calls.
  if (kind === 'spelling' || kind === 'lenient' || seen.has(key)) return [];
  seen.add(key);
  const odd = finding([call], {
    message: `The client sent a request that does not fit the contract (exchange ${call.number}, ${operation}): ${field === '' ? 'the body' : field}: ${message}. A supplier may reject such a request.`,
    expected: asDefined,
  });
  return [kind === 'wrong' ? odd : asWarning(odd)];
}
