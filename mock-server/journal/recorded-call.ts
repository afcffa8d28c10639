import { type AnyOperation, operations } from '#contracts';
import {
  type AnswerFacts,
  type Exchange,
  type Facts,
  hideNamedSecrets,
  projectFacts,
  type Redactor,
} from '#contracts/exchange';
import { asObject } from '#contracts/util';
import { hash64, hexId } from '../seed.ts';

/** A closed call without its bodies. Of its parts only the address is redacted. */
export interface RecordedCall extends Omit<Exchange, 'requestBody' | 'answerBody'> {
  /** The key from which the answer is rendered again; the answer itself is not kept then. */
  replayKey?: unknown;
  /** The facts of an answer that is not kept. */
  answerFacts?: AnswerFacts | undefined;
}

/** Headers and bodies of an exchange, redacted. */
export interface Bodies {
  requestHeaders: Record<string, string>;
  request?: unknown;
  answerHeaders?: Readonly<Record<string, string>>;
  answer?: unknown;
  /** The replay key of the answer. Exported sandboxes store it under this name. */
  recipe?: unknown;
}

/** One exchange of the journal, redacted. */
export interface JournalEntry {
  facts: Facts;
  /** Undefined when they were dropped or the exchange is still open. */
  bodies?: Bodies | undefined;
}

/**
 * Writes a call as the journal keeps it.
 *
 * @param request the body of the request as JSON text; undefined without a body
 * @param answer the body of the answer as JSON text
 */
export function writeCall(
  call: RecordedCall,
  request: string | undefined,
  answer: string | undefined,
): string {
  return `{"call":${JSON.stringify(call)},"request":${request ?? 'null'},"answer":${answer ?? 'null'}}`;
}

const factsOnly = '{"facts":';

/** Writes an entry as JSON. */
export const writeEntry = ({ facts, bodies }: JournalEntry): string =>
  bodies ? `{"bodies":${JSON.stringify(bodies)},"facts":${JSON.stringify(facts)}}` : writeFacts(facts);

/** Writes an entry that has lost its bodies. */
export const writeFacts = (facts: Facts): string => `${factsOnly}${JSON.stringify(facts)}}`;

/** Returns whether a text is one of `writeFacts`. */
export const hasFactsOnly = (text: string): boolean => text.startsWith(factsOnly);

/** Returns the operation of a kept text. It does not redact, so that a reader can skip other operations fast. */
export function operationIn(text: string): string | null | undefined {
  if (!text.startsWith('{"call":')) return (JSON.parse(text) as JournalEntry).facts.operation; // our own writing
  // The first key of this name belongs to the call. In a value, the quotes have backslashes.
  return /"operation":"([^"]*)"/.exec(text)?.[1];
}

type KeptCall = JournalEntry | { call: RecordedCall; request: unknown; answer: unknown };

/**
 * Returns the entry of a text that `writeCall` or `writeEntry` wrote. It contains neither the secrets of the sandbox nor
 * those of the request (auth.5).
 */
export function redactCall(text: string, redactor: Redactor): JournalEntry {
  const kept: KeptCall = JSON.parse(text);
  if ('facts' in kept) return kept;
  const { replayKey, answerFacts, ...call } = kept.call;
  const [sent, answered] = [kept.request ?? undefined, kept.answer ?? undefined];
  const operation = call.operation === null ? undefined : operations[call.operation];
  const own = redactor.with(secretIn(operation, sent));
  const { redactText } = own;
  const requestHeaders = own.redactHeaders(call.requestHeaders);
  const request = redactRequest(operation, sent, own);
  const answer = own.redactBody(answered);
  const warnings = call.warnings.map(({ kind, field, message }) => ({
    kind,
    field: redactText(field),
    message: redactText(message),
  }));
  const facts = projectFacts({ ...call, requestHeaders, requestBody: request, answerBody: answer, warnings });
  if (answerFacts) facts.answer = answerFacts;
  const { answerHeaders } = call;
  return {
    facts,
    bodies: {
      requestHeaders,
      request,
      ...(answerHeaders && Object.keys(answerHeaders).length > 0 && { answerHeaders }),
      ...(replayKey === undefined ? { answer } : hasSameCriteria(sent, request) && { recipe: replayKey }),
    },
  };
}

/** Returns whether redaction has left the criteria of a Search as they were. Other criteria would render another answer. */
const hasSameCriteria = (sent: unknown, redacted: unknown): boolean =>
  JSON.stringify(asObject(sent).Criteria) === JSON.stringify(asObject(redacted).Criteria);

/** Returns the secret in a request in contract names: a password, or the token of static data. */
export function secretIn(operation: AnyOperation | undefined, request: unknown): unknown {
  const { Credential, token } = asObject(request);
  return operation?.base === 'commons' ? token : asObject(Credential).Password;
}

/** Masks the token of static data by its place: a Token of a Search has the same name and is not a secret. */
function redactRequest(operation: AnyOperation | undefined, request: unknown, redactor: Redactor): unknown {
  const redacted = redactor.redactBody(request);
  const token = operation?.base === 'commons' ? secretIn(operation, request) : undefined;
  return typeof token === 'string' ? { ...asObject(redacted), token: redactor.mark(token) } : redacted;
}

const headLength = 200;
/** How many characters are masked. The last ones are not kept, because the cut can be in the middle of a card number. */
const maskedLength = 2_000;
const tailLength = 40;

/** Returns what the journal keeps of a body that is not JSON: its length, a mark, and its beginning, masked (auth.5). */
export function describeUnreadable(text: string | null, redactor: Redactor): unknown {
  if (text === null || text === '') return undefined;
  const head = redactor.redactText(hideNamedSecrets(text.slice(0, maskedLength)));
  return {
    unreadable: true,
    length: text.length,
    hash: redactor.mark(hexId(hash64(text), 0)),
    head: head.slice(
      0,
      text.length > maskedLength ? Math.min(headLength, head.length - tailLength) : headLength,
    ),
  };
}
