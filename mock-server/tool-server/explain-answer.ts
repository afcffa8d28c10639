import type * as z from 'zod';
import { asObject, describeIssue, formatPath } from '#contracts/util';
import type { RpcMessage } from './read-message.ts';
import { RpcRefusal, rpcCodes } from './rpc-refusal.ts';

/** What the protocol answers: an HTTP status and the text of a message, empty where there is none. */
export interface ProtocolAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * An answer of the protocol's library, unless it could not read a message that is well-formed JSON: it calls that an
 * internal error, or a parse error, and says so in its own format.
 *
 * @throws RpcRefusal -32602 that names each wrong parameter, or -32600, under the id of the message
 */
export function explained(message: RpcMessage, answer: ProtocolAnswer): ProtocolAnswer {
  if (!answer.text.includes('"error":{"code":')) return answer;
  const { code, message: said } = asObject(asObject(JSON.parse(answer.text)).error);
  const { id } = message;
  const details = id === undefined ? {} : { status: 200, id };
  if (code === rpcCodes.parseError) {
    const text = `the message is not as revision 2025-06-18 has it${whereIn(message)}`;
    throw new RpcRefusal(rpcCodes.invalidParams, text, details);
  }
  const issues = code === rpcCodes.internalError ? issuesIn(String(said)) : [];
  if (issues.length === 0) return answer;
  const sentences = issues.map(issue => `${formatPath(issue.path)}: ${describeIssue(issue, message)}`);
  throw new RpcRefusal(rpcCodes.invalidParams, sentences.join('; '), details);
}

/** Of what every request may carry, the library reads but this before it knows the method. */
const whereIn = ({ params }: RpcMessage): string =>
  asObject(params)._meta === undefined
    ? ''
    : ': params._meta is an object, and its progressToken a text or a whole number';

function issuesIn(text: string): z.core.$ZodIssue[] {
  if (!text.startsWith('[')) return [];
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
