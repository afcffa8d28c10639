import type { Dialect } from '#contracts';
import { shorten } from '#contracts/util';
import { Refusal } from '../../books/index.ts';
import { baseOfVisit, maySeeCredential, type ToolServer, type Visit } from '../../http/index.ts';
import {
  type Answered,
  askedScenario,
  byteOrderMark,
  defectText,
  markWarning,
  type Received,
  type RecordExchange,
  stamp,
} from '../../pipeline/index.ts';
import type { Sandbox, Sandboxes } from '../../sandbox/index.ts';
import { openBook } from './book.ts';
import { checkCall, type RpcMessage, readMessage } from './check-call.ts';
import type { ToolPage } from './page.ts';
import { speak } from './protocol.ts';
import { RpcRefusal, rpcCodes } from './rpc-refusal.ts';

export interface ToolServerParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
  recordExchange: RecordExchange;
}

/** No call counts towards the rate limit. */
export async function createToolServer(parts: ToolServerParts): Promise<ToolServer> {
  const { dialect, sandboxes, recordExchange } = parts;
  const book = await openBook();

  async function answer(received: Received, visit: Visit): Promise<Answered> {
    const { sandbox, incoming, text, warnings } = received;
    let call: ToolCall = received;
    try {
      sandbox.clock.settle();
      checkCall({ incoming, sandbox, bindings: visit.bindings, holderOf: sandboxes.holderOf });
      askedScenario(incoming, sandbox.runs.catalogue); // a known scenario does not change the answers of the tools
      if (text?.startsWith(byteOrderMark)) warnings.push(markWarning);
      const message = readMessage(text);
      call = { ...received, body: message };
      const view = viewOf(call, visit, dialect);
      const { status, text: written, page } = await speak(withoutSecretId(message, sandbox), view, book);
      return page ? answerWithPage(call, written, page) : answerMasked(call, status, written);
    } catch (error) {
      return refuse(call, error);
    }
  }

  return visit => recordExchange(visit.sandbox, visit.incoming, received => answer(received, visit));
}

type ToolCall = Received & { readonly body?: RpcMessage };
type ExtraHeaders = Answered['extraHeaders'];

function viewOf({ sandbox, incoming, now }: ToolCall, { bindings, prefix }: Visit, dialect: Dialect) {
  const origin = incoming.origin();
  const base = baseOfVisit({ origin, header: incoming.header }, bindings?.publicUrl);
  return {
    baseUrl: base + prefix,
    dialect,
    now,
    identity: sandbox.identity,
    showsCredential: maySeeCredential([origin, base], bindings?.access),
  };
}

/** A successful answer repeats the id, and nothing else of the message. */
function withoutSecretId(message: RpcMessage, { redactor }: Sandbox): RpcMessage {
  const { id } = message;
  return typeof id === 'string' ? { ...message, id: redactor.hideSecrets(id) } : message;
}

const keptLength = 200;

/** The journal keeps only the beginning of a page, which is long, can contain the credential, and can be requested again. */
function answerWithPage(call: ToolCall, text: string, page: ToolPage): Answered {
  const content = [{ type: 'text', text: shorten(page.text, keptLength) }];
  return stamped(call, 200, text, { jsonrpc: '2.0', id: call.body?.id, result: { content } });
}

function refuse(call: ToolCall, error: unknown): Answered {
  const { status, code, id, message, data, headers } = refusalOf(error);
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...Object(data && { data }) } });
  return answerMasked(call, status, text, headers);
}

function refusalOf(error: unknown): RpcRefusal {
  if (error instanceof RpcRefusal) return error;
  if (error instanceof Refusal)
    return new RpcRefusal(rpcCodes.refused, error.message, { status: error.status });
  return new RpcRefusal(rpcCodes.internalError, defectText(error), { status: 500 });
}

/** The answer can repeat parts of the request, so secrets are masked (auth.5). */
function answerMasked(call: ToolCall, status: number, text: string, headers?: ExtraHeaders): Answered {
  if (text === '') return stamped(call, status, text, undefined);
  const { redactor } = call.sandbox;
  const kept: unknown = JSON.parse(text, (_, value) =>
    typeof value === 'string' ? redactor.hideSecrets(value) : value,
  );
  return stamped(call, status, JSON.stringify(kept), kept, headers);
}

function stamped(
  call: ToolCall,
  status: number,
  body: string,
  kept: unknown,
  headers: ExtraHeaders = {},
): Answered {
  const answer = stamp(call, { status, body, extraHeaders: headers, kept: { answerBody: kept } });
  return { ...answer, isToolCall: true };
}
