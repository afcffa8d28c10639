import type { Dialect } from '#contracts';
import type { Redactor } from '#contracts/exchange';
import type { Bindings } from '../bindings.ts';
import {
  type Answered,
  askedScenario,
  byteOrderMark,
  defectText,
  type IncomingCall,
  markWarning,
  type OutgoingAnswer,
  type PlayExchange,
  type Received,
  stamp,
} from '../pipeline/index.ts';
import { Refusal } from '../refusal.ts';
import type { Sandbox, Sandboxes } from '../sandboxes/index.ts';
import { baseOfVisit, maySeeCredential } from '../visitor.ts';
import { type Book, openBook } from './book.ts';
import { callTool, type ToolResult } from './call-tool.ts';
import { checkCall } from './check-call.ts';
import { speak } from './protocol.ts';
import { checkToolParams, type RpcMessage, readMessage } from './read-message.ts';
import { RpcRefusal, rpcCodes } from './rpc-refusal.ts';
import type { SampleView } from './sample.ts';

/** What the tool server works on. */
export interface ToolServerParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
  playExchange: PlayExchange;
}

/** A call of the tool server, and how its sandbox was reached. */
export interface ToolVisit {
  readonly incoming: IncomingCall;
  readonly bindings: Bindings | undefined;
  /** The part of the address in front of `/mcp`: empty, or the sandbox's prefix. */
  readonly prefix: string;
}

/** Plays one call of the tool server in a sandbox. */
export type ToolServer = (sandbox: Sandbox, visit: ToolVisit) => Promise<OutgoingAnswer>;

/**
 * The tool server of every sandbox. Each call is an exchange of its sandbox, like those of the supplier's API; it counts
 * towards no rate.
 *
 * @example await toolServer(sandbox, { incoming, bindings: undefined, prefix: '' })
 */
export async function createToolServer({
  dialect,
  sandboxes,
  playExchange,
}: ToolServerParts): Promise<ToolServer> {
  const book = await openBook();
  const ownerOf = (token: string) => sandboxes.credentials.ofMcpToken(token);

  async function answer(received: Received, visit: ToolVisit): Promise<Answered> {
    const { sandbox, incoming, text, warnings } = received;
    let call: ToolCall = received;
    try {
      sandbox.clock.settle();
      const { access, publicUrl } = visit.bindings ?? {};
      checkCall({ incoming, sandbox, access, publicUrl, ownerOf });
      checkScenario(received);
      if (text?.startsWith(byteOrderMark)) warnings.push(markWarning);
      const message = readMessage(text);
      call = { ...received, body: message };
      checkToolParams(message);
      return conclude(
        call,
        await reply(message, viewOf(call, visit, dialect), { book, redactor: sandbox.redactor }),
      );
    } catch (error) {
      return refuse(call, error instanceof RpcRefusal ? error : defect(error));
    }
  }

  return (sandbox, visit) => playExchange(sandbox, visit.incoming, received => answer(received, visit));
}

/** A call of the tool server; its body is there once the message was read. */
type ToolCall = Received & { readonly body?: RpcMessage };

/** The tools are the same whatever is played, but a scenario that does not exist is refused here, too. */
function checkScenario({ incoming, sandbox }: Received): void {
  try {
    askedScenario(incoming, sandbox.runs.catalogue);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new RpcRefusal(rpcCodes.refused, error.message, { status: error.status });
  }
}

function viewOf(
  { sandbox, incoming, now }: ToolCall,
  { bindings, prefix }: ToolVisit,
  dialect: Dialect,
): SampleView {
  const base = baseOfVisit({ origin: incoming.origin(), header: incoming.header }, bindings?.publicUrl);
  return {
    baseUrl: base + prefix,
    dialect,
    now,
    identity: sandbox.identity,
    showsCredential: maySeeCredential([incoming.origin(), base], bindings?.access),
  };
}

// What a tool tells is long and mostly the same as before: the protocol's library, which would look through it and write
// it anew each time, is given this in its place.
const standIn: ToolResult = { content: [], structuredContent: {} };
const standInText = JSON.stringify(standIn);

const pages = new WeakMap<ToolResult, string>();

/** What a tool tells, as JSON; written once for what is told again. */
function written(told: ToolResult): string {
  const page = pages.get(told) ?? JSON.stringify(told);
  pages.set(told, page);
  return page;
}

/** Has a message answered; of what a tool tells, the journal gets the beginning. */
async function reply(
  message: RpcMessage,
  view: SampleView,
  { book, redactor }: { book: Book; redactor: Redactor },
): Promise<Reply> {
  let told: ToolResult | undefined;
  const { status, text } = await speak(withoutSecretId(message, redactor), params => {
    told = callTool(params, view, book);
    return standIn;
  });
  if (told) {
    const page = written(told);
    const kept = { jsonrpc: '2.0', id: message.id, result: beginningOf(told) };
    return { status, text: text.replace(standInText, () => page), kept };
  }
  if (text === '') return { status, text, kept: undefined };
  return withoutSecrets({ status, text }, redactor);
}

/** What a tool tells holds nothing that was sent but the id. */
function withoutSecretId(message: RpcMessage, redactor: Redactor): RpcMessage {
  const { id } = message;
  return typeof id === 'string' ? { ...message, id: redactor.hideSecrets(id) } : message;
}

/** An answer that repeats what was sent, but no password that stood in it (auth.5). */
function withoutSecrets({ status, text }: Pick<Reply, 'status' | 'text'>, redactor: Redactor): Reply {
  const kept: unknown = JSON.parse(text, (_, value) =>
    typeof value === 'string' ? redactor.hideSecrets(value) : value,
  );
  return { status, text: JSON.stringify(kept), kept };
}

/** An answer: its text, and what the journal keeps of it. */
interface Reply {
  readonly status: number;
  readonly text: string;
  readonly kept: unknown;
}

const keptLength = 200;

/** Of documentation, which can be asked for again, is long, and shows calls with the sandbox's credential. */
function beginningOf({ content }: ToolResult): object {
  const short = (text: string) => (text.length > keptLength ? `${text.slice(0, keptLength)}…` : text);
  return { content: content.map(({ type, text }) => ({ type, text: short(text) })) };
}

function conclude(call: ToolCall, { status, text, kept }: Reply, extraHeaders = {}): Answered {
  const told = { answer: kept };
  return { ...stamp(call, { status, body: [text], isAscii: false, extraHeaders, told }), isToolCall: true };
}

function refuse(call: ToolCall, { status, code, id, message, data, headers }: RpcRefusal): Answered {
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });
  return conclude(call, withoutSecrets({ status, text }, call.sandbox.redactor), headers);
}

const defect = (error: unknown): RpcRefusal =>
  new RpcRefusal(rpcCodes.internalError, defectText(error), { status: 500 });
