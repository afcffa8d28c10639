import type { ControlDetail } from '#contracts/control';
import { maskText } from '#contracts/exchange';
import { nearest, shorten } from '#contracts/util';

/** The id of a JSON-RPC request. */
export type RpcId = string | number;

/**
 * The error codes of JSON-RPC. `refused` is in the range of codes that a server may choose; this server uses it for
 * errors with their own HTTP status.
 */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  refused: -32_000,
} as const;

interface MoreOfRefusal {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly id?: RpcId | undefined;
  readonly data?: object;
}

const maxMessage = 1_500;

/**
 * An error that ends a call to the tool server with a JSON-RPC error. Secrets in the message are masked, because the
 * message can repeat parts of the request (auth.5).
 */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly id: RpcId | null;
  readonly data: object | undefined;

  constructor(code: number, message: string, { status = 400, headers = {}, id, data }: MoreOfRefusal = {}) {
    super(shortened(maskText(message), maxMessage));
    this.code = code;
    this.status = status;
    this.headers = headers;
    this.id = id ?? null;
    this.data = data;
  }
}

const shownLength = 60;

/** Returns a value as text for a message: masked and shortened. */
export const shown = (value: unknown): string => shortened(maskText(JSON.stringify(value) ?? String(value)));

/** Cuts a long text to the maximum length of a value in a message. */
export const shortened = (text: string, length = shownLength): string => shorten(text, length);

/** Returns the end of a message about an unknown name, and the nearest valid name for the data of the error. */
export function didYouMean(name: string, valid: readonly string[]) {
  const near = nearest(name, valid);
  if (near === undefined) return { hint: '.' };
  return { hint: `; did you mean "${near}"?`, near: { nearest: near } };
}

/** Writes the problems of a message or of its arguments as one text. */
export const textOf = (problems: readonly ControlDetail[]): string =>
  problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
