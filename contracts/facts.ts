import { compact } from './compact.ts';
import type { Exchange, Warning } from './exchange.ts';
import { type AnswerFacts, answerFacts } from './facts/answer.ts';
import { type RequestFacts, requestFacts } from './facts/request.ts';
import { text } from './facts/small.ts';
import { asObject } from './json.ts';
import { type ToolFacts, toolFacts } from './tool-facts.ts';

export { type AnswerFacts, answerFacts } from './facts/answer.ts';
export { type RequestFacts, requestFacts } from './facts/request.ts';

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
  /** Where the credential stood, and a mark that is equal for equal credentials. */
  credential?: { in: 'body' | 'url' | 'header'; mark: string };
  idempotencyKey?: string;
  /** There for a call of the tool server, and for no other. */
  tool?: ToolFacts;
  request: RequestFacts;
  retryAfter?: string;
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
    idempotencyKey: requestHeaders['idempotency-key'],
    tool: exchange.toolCall && toolFacts(exchange),
    request: requestFacts(requestBody),
    status: exchange.status,
    retryAfter: answerHeaders?.['retry-after'],
    unrecorded: exchange.unrecorded,
    answer: answerFacts(answerBody),
    warnings: exchange.warnings.length > 0 ? exchange.warnings : undefined,
  });
}

const credentialParameter =
  /[?&](?:username|password|statictoken|mcptoken|mcp_token|access_token|bearer|authorization)=([^&#]*)/i;

/**
 * Where the credential of a call stood. A masked request carries the secret's fingerprint, which is the mark. One in the
 * query counts before all others: it is in the wrong place, wherever else it stands.
 */
function credentialFacts(exchange: Exchange): Facts['credential'] {
  const inQuery = credentialParameter.exec(exchange.url);
  if (inQuery) return { in: 'url', mark: inQuery[1] ?? '' };
  const { Username, Password } = asObject(asObject(exchange.requestBody).Credential);
  if (text(Username) !== undefined) return { in: 'body', mark: `${text(Username)}:${text(Password) ?? ''}` };
  const { authorization } = exchange.requestHeaders;
  if (authorization) return { in: 'header', mark: authorization };
  const { token } = asObject(exchange.requestBody);
  if (exchange.method === 'GET' && text(token) !== undefined) return { in: 'url', mark: text(token) ?? '' };
  const inPath = /^[^?#]*\/token\/+([^/?#]+)/i.exec(exchange.url);
  return inPath ? { in: 'url', mark: inPath[1] ?? '' } : undefined;
}
