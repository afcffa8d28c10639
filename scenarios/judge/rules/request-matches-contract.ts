import type { Warning } from '#contracts/exchange';
import {
  asWarning,
  type Call,
  defineRule,
  type Finding,
  finding,
  isSynthetic,
  overEach,
  type Ruling,
} from '../assess/index.ts';

/** Requests have the fields and the forms of the contract. */
export const requestMatchesContract = defineRule({
  id: 'request-matches-contract',
  level: 'must',
  clauses: ['err.400'],
  title: 'Sends requests that the contract accepts, field by field.',
  right: 'NumAdults: 2.',
  wrong: 'No Nationality; or NumAdults: "two".',
  explanation:
    'what the stand-in refused with 400 fails; what it read leniently, and names that it does not know, warn',
  standsAlone: true,
  judge({ calls }) {
    const told = new Set<string>();
    return overEach(calls, call => judgeOne(call, told), 'no call of the supplier was sent');
  },
});

/** Codes that say that a request is wrong in itself, and not that it came too late or twice. */
const ofTheForm: readonly string[] = ['InvalidRequest', 'PayloadTooLarge', 'MethodNotAllowed'];

function judgeOne(call: Call, told: Set<string>): Ruling {
  if (call.step === 'tool') return 'not applicable';
  const { operation, warnings = [] } = call.facts;
  if (operation === null) return isWrong(call) ? [refused(call)] : 'not applicable';
  const odd = warnings.flatMap(warning => warned(call, warning, told));
  // The fields say more than the refusal does.
  const isNamed = warnings.some(({ kind }) => kind === 'wrong');
  return isWrong(call) && !isNamed ? [refused(call), ...odd] : odd;
}

function isWrong(call: Call): boolean {
  const { status, answer, operation } = call.facts;
  if (isSynthetic(call) || (status !== 400 && status !== 405 && status !== 413)) return false;
  // What is paid already, or not taken yet, is no matter of the form.
  const isState = operation === 'payBooking' && (answer.fields ?? []).every(field => field === 'BookingId');
  return !isState && (answer.errors ?? []).some(code => ofTheForm.includes(code));
}

function refused(call: Call): Finding {
  const { status, answer, operation, method } = call.facts;
  const { fields = [], errors = [] } = answer;
  const where = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  return finding([call], {
    message: `Exchange ${call.number} (${operation ?? method}) was answered ${status} ${errors[0] ?? ''}${where}.`,
    expected: 'A request as the contract has it; the answer names each field and what would be right.',
  });
}

/** One finding for each odd thing, however often it was sent. */
function warned(call: Call, { kind, field, message }: Warning, told: Set<string>): Finding[] {
  const { operation } = call.facts;
  const key = `${operation} ${kind} ${field}`;
  if (kind === 'spelling' || told.has(key)) return [];
  told.add(key);
  const odd = finding([call], {
    message: `Exchange ${call.number} (${operation}), ${field === '' ? 'its body' : field}: ${message}.`,
    expected: 'What the contract has, which every supplier takes.',
  });
  return [kind === 'wrong' ? odd : asWarning(odd)];
}
