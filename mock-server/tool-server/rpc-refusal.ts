import { maskText } from '#contracts/exchange';

/** The id of a JSON-RPC request. */
export type RpcId = string | number;

/** Codes of JSON-RPC; `refused` is of the range that is left to servers, for what HTTP refuses. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  refused: -32_000,
} as const;

/** What goes with a refusal beside its message. */
interface Details {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly id?: RpcId;
  readonly data?: object;
}

const longestMessage = 1_500;

/** Ends a call of the tool server with a JSON-RPC error. Its message is masked: it can repeat what was sent (auth.5). */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly id: RpcId | null;
  readonly data: object | undefined;

  constructor(code: number, message: string, { status = 400, headers = {}, id, data }: Details = {}) {
    super(shortened(maskText(message), longestMessage));
    this.code = code;
    this.status = status;
    this.headers = headers;
    this.id = id ?? null;
    this.data = data;
  }
}

const shownLength = 60;

/** A value as a message repeats it. */
export const shown = (value: unknown): string => shortened(maskText(JSON.stringify(value) ?? String(value)));

/** A text that ends in `…` where it is cut off: by that, secrets that are cut in two are found (auth.5). */
export function shortened(text: string, length = shownLength): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
