import { asObject, compact } from '../util/index.ts';
import { type AnswerFacts, answerFacts } from './answer.ts';
import { type CredentialFacts, credentialFacts, type ExposedCredential, exposedFacts } from './credential.ts';
import type { Exchange, Warning } from './exchange.ts';
import { type RequestFacts, requestFacts } from './request.ts';

/** The redacted data that the judge needs from one exchange, equal for a call in a sandbox and in a HAR file. */
export interface Facts extends Omit<Exchange, BodyMember | 'toolCall' | 'warnings'> {
  credential?: CredentialFacts;
  exposed?: ExposedCredential[];
  idempotencyKey?: string;
  /** Absent for other calls. */
  tool?: ToolFacts;
  request: RequestFacts;
  retryAfter?: string;
  /** The Date header of an answer with Retry-After. */
  date?: string;
  answer: AnswerFacts;
  warnings?: Warning[];
}
export type BodyMember = 'requestHeaders' | 'requestBody' | 'answerHeaders' | 'answerBody';

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
    personalHeaders: exchange.personalHeaders,
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

/** What the judge needs from a call to the tool server. */
export interface ToolFacts {
  accept?: string;
  contentType?: string;
  /** MCP-Protocol-Version, or else the version that an `initialize` message requests. */
  revision?: string;
  /** Of the JSON-RPC message. */
  method?: string;
  /** Of the called tool. */
  name?: string;
  /** The code of the JSON-RPC error. */
  error?: number;
  /** Whether the message contains a Username or a Password. */
  hasCredential?: true;
}

const credentialField = /"(?:user(?:name)?|password)":/i;

const maxText = 100;
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxText) : undefined);

/** For tool.transport, tool.headers and ver.2. */
function toolFacts({ requestHeaders, requestBody, answerBody }: Exchange): ToolFacts {
  const { method, params } = asObject(requestBody);
  const { name, protocolVersion } = asObject(params);
  const { code } = asObject(asObject(answerBody).error);
  return compact({
    accept: text(requestHeaders.accept),
    contentType: text(requestHeaders['content-type']),
    revision: text(requestHeaders['mcp-protocol-version'] ?? protocolVersion),
    method: text(method),
    name: text(name),
    error: typeof code === 'number' ? code : undefined,
    hasCredential: credentialField.test(JSON.stringify(params) ?? '') || undefined,
  });
}
