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

/** A closed call without its bodies. Only the method and the address are already redacted. */
export interface RecordedCall extends Omit<Exchange, 'requestBody' | 'answerBody'> {
  /** The key from which the server can create the answer again. If a call has this key, the journal does not store the answer. */
  replayKey?: unknown;
  /** The values that the rules of the judge need from an answer that the journal does not store. */
  answerFacts?: AnswerFacts | undefined;
}

/** The redacted headers and bodies of an exchange. */
export interface Bodies {
  requestHeaders: Record<string, string>;
  request?: unknown;
  answerHeaders?: Readonly<Record<string, string>>;
  answer?: unknown;
  /** The replay key of the answer. Exported sandboxes store the key under this name. */
  recipe?: unknown;
}

/** One redacted exchange of the journal. */
export interface JournalEntry {
  facts: Facts;
  /** Undefined when the journal has dropped the bodies or when the exchange is still open. */
  bodies?: Bodies | undefined;
}

/**
 * Writes a call as the text that the journal stores.
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

/** Returns whether a text comes from `writeFacts`. Such a text has no bodies. */
export const hasFactsOnly = (text: string): boolean => text.startsWith(factsOnly);

/** Returns whether a text comes from `writeCall`. Such a text is not redacted. */
export const isCall = (text: string): boolean => text.startsWith('{"call":');

/**
 * Returns the operation of a stored text. The text is not redacted for this, so that `read` can quickly skip calls
 * of other operations.
 */
export function operationIn(text: string): string | null | undefined {
  if (!isCall(text)) return (JSON.parse(text) as JournalEntry).facts.operation; // `writeEntry` wrote this text
  // The first key "operation" belongs to the call: quotes inside a JSON string have backslashes, so they do not match.
  return /"operation":"([^"]*)"/.exec(text)?.[1];
}

type KeptCall = JournalEntry | { call: RecordedCall; request: unknown; answer: unknown };

/**
 * Returns the entry for a text that `writeCall` or `writeEntry` wrote. The entry contains neither the secrets of the
 * sandbox nor the secrets of the request (auth.5).
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

/**
 * Returns whether redaction has left the criteria of a Search unchanged. With changed criteria, the server would
 * create another answer from the replay key.
 */
const hasSameCriteria = (sent: unknown, redacted: unknown): boolean =>
  JSON.stringify(asObject(sent).Criteria) === JSON.stringify(asObject(redacted).Criteria);

/** Returns the secret in a request: a password, or the token of static data. The request has contract names. */
export function secretIn(operation: AnyOperation | undefined, request: unknown): unknown {
  const { Credential, token } = asObject(request);
  return operation?.base === 'commons' ? token : asObject(Credential).Password;
}

/** Masks the secrets of a request. Only calls for static data have a secret token. The Token of a Search is not a secret. */
function redactRequest(operation: AnyOperation | undefined, request: unknown, redactor: Redactor): unknown {
  const redacted = redactor.redactBody(request);
  const token = operation?.base === 'commons' ? secretIn(operation, request) : undefined;
  return typeof token === 'string' ? { ...asObject(redacted), token: redactor.mark(token) } : redacted;
}

const headLength = 200;
/**
 * The number of characters that the journal reads and masks of a body that is not JSON. The journal drops the last of these
 * characters, because the end of the part can be the beginning of a card number.
 */
const maskedLength = 2_000;
const tailLength = 40;

/**
 * Returns the description that the journal stores for a body that is not JSON: its length, a hash, and its masked
 * beginning (auth.5).
 */
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
