import { compact } from '../util/index.ts';
import { type AnswerFacts, answerFacts } from './answer.ts';
import { type CredentialFacts, credentialFacts, type ExposedCredential, exposedFacts } from './credential.ts';
import type { Exchange, Warning } from './exchange.ts';
import { type RequestFacts, requestFacts } from './request.ts';
import { type ToolFacts, toolFacts } from './tool-facts.ts';

/** One exchange as the judge sees it: masked, small, the same from a live sandbox and from a HAR file. */
export interface Facts
  extends Pick<
    Exchange,
    | 'number'
    | 'operation'
    | 'method'
    | 'url'
    | 'opened'
    | 'answered'
    | 'closed'
    | 'connection'
    | 'status'
    | 'faults'
    | 'scenario'
    | 'unrecorded'
  > {
  credential?: CredentialFacts;
  /** Where else a credential stood, or what has the name of one. */
  exposed?: ExposedCredential[];
  idempotencyKey?: string;
  /** There for a call of the tool server, and for no other. */
  tool?: ToolFacts;
  request: RequestFacts;
  retryAfter?: string;
  /** The Date of an answer that has a Retry-After, where whoever recorded it kept one. */
  date?: string;
  answer: AnswerFacts;
  warnings?: Warning[];
}

/**
 * The facts of one recorded call: pure, so a live exchange and a HAR entry give the same.
 *
 * @example projectFacts(exchange).answer.bookingStatus // 'CONFIRMED'
 */
export function projectFacts(exchange: Exchange): Facts {
  const { requestBody, answerBody, requestHeaders, answerHeaders } = exchange;
  return compact({
    number: exchange.number,
    operation: exchange.operation,
    method: exchange.method,
    url: exchange.url,
    opened: exchange.opened,
    answered: exchange.answered,
    closed: exchange.closed,
    connection: exchange.connection,
    faults: exchange.faults,
    scenario: exchange.scenario,
    credential: credentialFacts(exchange),
    exposed: exchange.toolCall ? undefined : exposedFacts(exchange),
    idempotencyKey: requestHeaders['idempotency-key'],
    tool: exchange.toolCall && toolFacts(exchange),
    request: requestFacts(requestBody),
    status: exchange.status,
    retryAfter: answerHeaders?.['retry-after'],
    date: answerHeaders?.['retry-after'] === undefined ? undefined : answerHeaders.date,
    unrecorded: exchange.unrecorded,
    answer: answerFacts(answerBody),
    warnings: exchange.warnings.length > 0 ? exchange.warnings : undefined,
  });
}
