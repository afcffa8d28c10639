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
import { hash64, hexId } from '../../clock/index.ts';

/** A call as the server has seen it. Only the method and the address are already redacted. */
export interface RecordedCall extends Exchange {
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

/** Returns the entry for a call, without the secrets of the sandbox and of the request (auth.5). */
export function redactCall(call: RecordedCall, redactor: Redactor): JournalEntry {
  const { replayKey, answerFacts, requestBody, answerHeaders } = call;
  const operation = call.operation === null ? undefined : operations[call.operation];
  const own = redactor.with(secretIn(operation, requestBody));
  const requestHeaders = own.redactHeaders(call.requestHeaders);
  const request = redactRequest(operation, requestBody, own);
  const answer = own.redactBody(call.answerBody);
  const warnings = call.warnings.map(({ kind, field, message }) => ({
    kind,
    field: own.redactText(field),
    message: own.redactText(message),
  }));
  const facts = projectFacts({ ...call, requestHeaders, requestBody: request, answerBody: answer, warnings });
  if (answerFacts) facts.answer = answerFacts;
  return {
    facts,
    bodies: {
      requestHeaders,
      request,
      ...(answerHeaders && Object.keys(answerHeaders).length > 0 && { answerHeaders }),
      ...(replayKey === undefined
        ? { answer }
        : hasSameCriteria(requestBody, request) && { recipe: replayKey }),
    },
  };
}

/** With changed criteria, the server would create another answer from the replay key. */
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

/** Returns what the journal stores for a body that is not JSON: its length, a hash, and its masked beginning (auth.5). */
export function describeUnreadable(text: string | null, redactor: Redactor): unknown {
  if (text === null || text === '') return undefined;
  const head = redactor.redactText(hideNamedSecrets(text.slice(0, maskedLength)));
  const shown = text.length > maskedLength ? Math.min(headLength, head.length - tailLength) : headLength;
  const hash = redactor.mark(hexId(hash64(text), 0));
  return { unreadable: true, length: text.length, hash, head: head.slice(0, shown) };
}
