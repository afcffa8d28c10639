import { maskFormat, type PersonalHeader } from '#contracts/exchange';
import {
  assessEach,
  asWarning,
  type Call,
  defineRule,
  type Finding,
  finding,
  missingInput,
  type PersonalData,
  personalDataIn,
} from '../assess/index.ts';

export const noPersonalDataInReferences = defineRule({
  id: 'no-personal-data-in-references',
  level: 'must',
  clauses: ['auth.5'],
  title:
    'A correct client writes no document, e-mail or card number into references, keys, headers and URLs.',
  right: 'The client sends a UUID as ExternalReference.',
  wrong: 'The client sends the passport number of the guest as ExternalReference.',
  explanation:
    'The judge looks for the documents, e-mails and cards of the task in the ExternalReference, the Idempotency-Key, the URL and the headers of each call. In headers, the judge finds no passport numbers, because the record keeps no values of such headers. The record keeps only the form of e-mails, CPF numbers and cards, and the last four digits of cards. A reference or header with the form of a CPF without separators is only a warning, because an id can look like a CPF. Guest names are allowed. The rule needs a task with such data.',
  standsAlone: true,
  judge({ calls }, { task }) {
    if (!task) return missingInput('the rule needs a task with personal data of the guests');
    const personal = personalDataIn(task).filter(
      ({ what, value }) => what !== 'security-code' && value.length >= minLength,
    );
    if (personal.length === 0) return missingInput('the task has no documents, e-mails or cards');
    const seen = new Set<string>();
    return assessEach(calls, call => judgeOne(call, personal, seen), 'no call to the supplier was sent');
  },
});

/** The minimum length of a text to search for. A shorter document can be a part of any id. */
const minLength = 6;

function judgeOne(call: Call, personal: readonly PersonalData[], seen: Set<string>): Finding[] {
  const { request, idempotencyKey, url, personalHeaders: headers = [] } = call.facts;
  const places: readonly (readonly [name: string, text: string | undefined])[] = [
    ['the ExternalReference', request.reference ?? request.filter?.reference],
    ['the Idempotency-Key', idempotencyKey],
    ['the URL', url],
  ];
  const report = (name: string, found: PersonalData | undefined): Finding | undefined => {
    if (!found || seen.has(name)) return undefined;
    seen.add(name);
    return finding([call], {
      message: `The client wrote personal data (${found.what}) into ${name} (exchange ${call.number}, ${call.facts.operation}). Logs and support tools show references, headers and URLs in full.`,
      expected: 'A correct client uses an id without personal data, such as a UUID.',
    });
  };
  const inPlaces = places.flatMap(([name, text = '']) => {
    const found = report(
      name,
      personal.find(one => isIn(text, one)),
    );
    return (found && plainCpf.test(text) ? asWarning(found) : found) ?? [];
  });
  const inHeaders = headers.flatMap(header => {
    const found = report(
      `the header ${header.name}`,
      personal.find(one => isOf(header, one)),
    );
    return (found && plainCpf.test(header.shape) ? asWarning(found) : found) ?? [];
  });
  return [...inPlaces, ...inHeaders];
}

/** Matches the recorded form of a CPF without separators. One id of 11 digits in a hundred looks like a CPF. */
const plainCpf = /^9{11}$/;

/** Returns whether personal data in a header has the form of personal data in the task. Cards also have the same last digits. */
function isOf({ shape, last4 }: PersonalHeader, { what, value }: PersonalData): boolean {
  if (what === 'e-mail') return shape === maskFormat(value);
  if (shape.includes('@') || bare(shape) !== bare(maskFormat(value))) return false;
  return what !== 'card-number' || (last4 !== undefined && bare(value).endsWith(last4));
}

/** Returns whether a recorded text contains personal data. In records, masks replace e-mails, cards and most documents. */
function isIn(text: string, { what, value }: PersonalData): boolean {
  if (what === 'e-mail') return text.toLowerCase().includes(maskFormat(value).toLowerCase());
  const plain = bare(text);
  return (
    plain.includes(bare(value)) || (/^\d[\d ./-]*$/.test(value) && plain.includes(bare(maskFormat(value))))
  );
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
