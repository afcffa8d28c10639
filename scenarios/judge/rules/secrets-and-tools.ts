import type { PersonalHeader } from '#contracts/exchange';
import { maskFormat } from '#contracts/util';
import { headersMissing } from '../context.ts';
import { judgeLeaks, type PersonalData, personalDataIn } from '../reported.ts';
import { assessEach, defineRule, type Found, finding, findingWith, missingInput } from '../rule.ts';
import { type Call, uuid } from '../traffic/index.ts';

const both = ['application/json', 'text/event-stream'];
const supported = '2025-06-18';

export const secretAndToolRules = [
  defineRule('no-card-data-kept', {
    clauses: ['auth.5'],
    title: 'A correct client writes no card number and no security code to its output or into a file.',
    right: 'The client logs "card ending 1111".',
    wrong: 'The client logs "card 4111 1111 1111 1111", or stores a DoBooking with its card in a file.',
    explanation:
      'The judge searches the output of the client, and the files in its state folder. Base64, URL encoding and separators between digits count too. The rule applies only if Understudy runs the client.',
    expected: 'A correct client writes at most the last four digits of a card, and no security code.',
    standsAlone: true,
    judge: run => judgeLeaks(run, ['card-number', 'security-code']),
  }),
  defineRule('personal-data-masked', {
    clauses: ['auth.5'],
    title: 'A correct client masks identity documents and e-mail addresses in its output.',
    right: 'The client logs "a**@e******.com".',
    wrong: 'The client logs "ana@example.com" or "CPF 111.444.777-35".',
    explanation:
      'The judge searches the output of the client. The rule applies only if Understudy runs the client.',
    expected: 'A correct client masks identity documents and e-mail addresses, as in "a***@example.com".',
    readsNoAnswers: true,
    judge: run => judgeLeaks(run, ['document', 'e-mail']),
  }),
  defineRule('credentials-not-in-output', {
    clauses: ['auth.5'],
    title: 'A correct client writes no password, Token or static token into its output.',
    right: 'The client logs "POST Hotel.svc/Search as acme".',
    wrong: 'The client logs a complete request with its Password and Token.',
    explanation:
      'The judge searches the output of the client. A password in a file of the state folder is a warning. The rule applies only if Understudy runs the client.',
    expected: 'A correct client writes no password, Token or static token.',
    standsAlone: true,
    judge: run => judgeLeaks(run, ['password', 'token', 'static-token']),
  }),
  defineRule('no-personal-data-in-references', {
    clauses: ['auth.5'],
    title:
      'A correct client writes no document, e-mail or card number into references, keys, headers and URLs.',
    right: 'The client sends a UUID as ExternalReference.',
    wrong: 'The client sends the passport number of the guest as ExternalReference.',
    explanation:
      'The judge looks for the documents, e-mails and cards of the task in the ExternalReference, the Idempotency-Key, the URL and the headers of each call. In headers, the judge finds no passport numbers, because the record keeps no values of such headers. The record keeps only the form of e-mails, CPF numbers and cards, and the last four digits of cards. A reference or header with the form of a CPF without separators is only a warning, because an id can look like a CPF. Guest names are allowed. The rule needs a task with such data.',
    expected: 'A correct client uses an id without personal data, such as a UUID.',
    readsNoAnswers: true,
    judge({ calls, task }) {
      if (!task) return missingInput('the rule needs a task with personal data of the guests');
      const personal = personalDataIn(task).filter(
        ({ what, value }) => what !== 'security-code' && value.length >= minLength,
      );
      if (personal.length === 0) return missingInput('the task has no documents, e-mails or cards');
      const seen = new Set<string>();
      return assessEach(calls, call => judgeOne(call, personal, seen), 'no call to the supplier was sent');
    },
  }),
  defineRule('test-cards-only', {
    level: 'should',
    clauses: ['auth.5'],
    title:
      'A correct client pays only with a test card of the stand-in, or with a number that fails the Luhn check.',
    right: 'The client sends a test card from docs/guides/payment.md.',
    wrong: 'The client sends another card number that passes the Luhn check.',
    explanation: 'The judge compares each card number that passes the Luhn check with the test cards.',
    expected: 'A correct client sends a test card, such as the one that ends in 1111.',
    readsNoAnswers: true,
    cases: ({ calls }) => calls,
    nothing: 'no request contained a card',
    judgeCase(call) {
      const card = call.facts.request.payment?.card;
      if (!card) return 'not applicable';
      if (card.ours || !card.luhn) return undefined;
      return finding`The client sent a card that ends in ${card.last4} (${call}), which is not a test card. A number that passes the Luhn check may be a real card.`;
    },
  }),
  defineRule('tools-accept-both', {
    clauses: ['tool.headers'],
    title:
      'A correct client accepts both application/json and text/event-stream in every call to the tool server.',
    right: 'The request has Accept: application/json, text/event-stream.',
    wrong: 'The request has Accept: application/json.',
    explanation: 'The judge reads the Accept header of each call to the tool server.',
    expected: `A correct client sends "Accept: ${both.join(', ')}".`,
    readsNoAnswers: true,
    cases: run => run.of('tool'),
    nothing: 'the tool server was not called',
    judgeCase(call) {
      if (call.facts.method !== 'POST') return 'not applicable';
      const accept = call.facts.tool?.accept ?? '';
      const types = accept.split(',').map(range => range.split(';')[0]?.trim().toLowerCase());
      const missing = both.filter(type => !types.includes(type));
      if (missing.length === 0) return undefined;
      if (call.facts.unrecorded?.headers) return headersMissing(call);
      return finding`The client sent ${accept === '' ? 'no Accept header' : `Accept "${accept}"`} to the tool server (${call}), without ${missing.join(' and ')}. The tool server may answer in either form.`;
    },
  }),
  defineRule('tools-post-only', {
    clauses: ['tool.transport', 'err.405'],
    title: 'A correct client calls the tool server only with POST.',
    right: 'The client sends POST /mcp.',
    wrong: 'The client sends GET /mcp.',
    explanation: 'The judge reads the method of each call to the tool server.',
    expected: 'A correct client sends every message with POST.',
    readsNoAnswers: true,
    cases: run => run.of('tool'),
    nothing: 'the tool server was not called',
    judgeCase(call) {
      const { method, tool } = call.facts;
      if (method === 'POST') return undefined;
      // The protocol allows a client to request a stream by GET, and a server to refuse the stream.
      const asksForStream = method === 'GET' && tool?.accept?.toLowerCase().includes('text/event-stream');
      return findingWith({
        warn: asksForStream,
      })`The client called the tool server with ${method} (${call}). The tool server answers every method except POST with 405.`;
    },
  }),
  defineRule('tools-revision', {
    clauses: ['tool.transport', 'ver.2'],
    title: 'A correct client uses only protocol revision 2025-06-18 with the tool server.',
    right: 'The request has MCP-Protocol-Version: 2025-06-18, or no such header.',
    wrong: 'The request has MCP-Protocol-Version: 2024-11-05.',
    explanation:
      'The judge reads the protocol revision in the header MCP-Protocol-Version and in the method initialize.',
    expected: `A correct client sends "MCP-Protocol-Version: ${supported}", or no such header.`,
    readsNoAnswers: true,
    cases: run => run.of('tool'),
    nothing: 'the tool server was not called',
    judgeCase(call) {
      const { revision, method } = call.facts.tool ?? {};
      if (revision === undefined || revision === supported) return undefined;
      // In `initialize`, a client names the revision that it prefers, and the server answers with the one that it uses.
      return findingWith({
        warn: method === 'initialize',
      })`The client announced protocol revision "${revision}" (${call}). The tool server supports only ${supported}.`;
    },
  }),
] as const;

/** A shorter document can be a part of any id. */
const minLength = 6;

function judgeOne(call: Call, personal: readonly PersonalData[], seen: Set<string>): Found[] {
  const { request, idempotencyKey, url, personalHeaders: headers = [] } = call.facts;
  const texts = {
    'the ExternalReference': request.reference ?? request.filter?.reference,
    'the Idempotency-Key': idempotencyKey,
    'the URL': url,
  };
  const places = [
    ...Object.entries(texts).map(([name, text = '']) => {
      return { name, text, data: personal.find(one => isIn(text, one)) };
    }),
    ...headers.map(header => {
      const data = personal.find(one => isOf(header, one));
      return { name: `the header ${header.name}`, text: header.shape, data };
    }),
  ];
  return places.flatMap(({ name, text, data }) => {
    if (!data || seen.has(name)) return [];
    seen.add(name);
    return findingWith({
      warn: plainCpf.test(text),
    })`The client wrote personal data (${data.what}) into ${name} (${call}, ${call.facts.operation}). Logs and support tools show references, headers and URLs in full.`;
  });
}

/** A recorded CPF without separators. One id of 11 digits in a hundred looks like a CPF. */
const plainCpf = /^9{11}$/;

/** Only the form is recorded, and the last digits of cards. */
function isOf({ shape, last4 }: PersonalHeader, { what, value }: PersonalData): boolean {
  if (what === 'e-mail') return shape === maskFormat(value);
  if (shape.includes('@') || bare(shape) !== bare(maskFormat(value))) return false;
  return what !== 'card-number' || (last4 !== undefined && bare(value).endsWith(last4));
}

/** In records, masks replace e-mails, cards and most documents. The digits of a UUID can look like a document by chance. */
function isIn(text: string, { what, value }: PersonalData): boolean {
  if (what === 'e-mail') return text.toLowerCase().includes(maskFormat(value).toLowerCase());
  const plain = text.split(uuid).map(bare).join(' ');
  return (
    plain.includes(bare(value)) || (/^\d[\d ./-]*$/.test(value) && plain.includes(bare(maskFormat(value))))
  );
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
