import { maskFormat } from '#contracts/exchange';
import {
  assessEach,
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
  title: 'A correct client writes no document, e-mail or card number into references, keys and URLs.',
  right: 'The client sends a UUID as ExternalReference.',
  wrong: 'The client sends the passport number of the guest as ExternalReference.',
  explanation:
    'The judge looks for the documents, e-mails and cards of the task in the ExternalReference, the Idempotency-Key and the URL of each call. Guest names are allowed there. The rule needs a task with such data.',
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
  const { request, idempotencyKey, url } = call.facts;
  const places: readonly (readonly [name: string, text: string | undefined])[] = [
    ['the ExternalReference', request.reference ?? request.filter?.reference],
    ['the Idempotency-Key', idempotencyKey],
    ['the URL', url],
  ];
  return places.flatMap(([name, text]) => {
    const found = text === undefined ? undefined : personal.find(one => isIn(text, one));
    if (!found || seen.has(name)) return [];
    seen.add(name);
    return finding([call], {
      message: `The client wrote personal data (${found.what}) into ${name} (exchange ${call.number}, ${call.facts.operation}). Logs and support tools show references and URLs in full.`,
      expected: 'A correct client uses an id without personal data, such as a UUID.',
    });
  });
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
