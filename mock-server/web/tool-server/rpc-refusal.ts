import type { ControlDetail } from '#contracts/control';
import { maskText, shorten } from '#contracts/util';
import { ProtocolError } from './mcp-library.ts';

export type RpcId = string | number;

/** `refused` is in the range that a server may choose; here it is for errors with their own HTTP status. */
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

/** Secrets in the message are masked, because it can repeat parts of the request (auth.5). */
export class RpcRefusal extends ProtocolError {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly id: RpcId | null;

  constructor(code: number, message: string, { status = 400, headers = {}, id, data }: MoreOfRefusal = {}) {
    super(code, shorten(maskText(message), maxMessage), data);
    this.status = status;
    this.headers = headers;
    this.id = id ?? null;
  }
}

const shownLength = 60;

export const shown = (value: unknown): string =>
  shorten(maskText(JSON.stringify(value) ?? String(value)), shownLength);

export const textOf = (problems: readonly ControlDetail[]): string =>
  problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
