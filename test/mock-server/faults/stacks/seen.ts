/** The bytes that a client's HTTP stack delivered, and how the call ended. */
export interface Seen {
  readonly status?: number | undefined;
  readonly type?: string | null | undefined;
  readonly retryAfter?: string | null | undefined;
  readonly bytes: Buffer;
  /** How the call ended, as the stack reports it. */
  readonly end: string;
}

/** Makes one call with a stack, with a time-out of `timeoutMs`. */
export type Stack = (call: {
  readonly url: string;
  readonly body: string;
  readonly timeoutMs: number;
}) => Promise<Seen>;

const json = 'application/json; charset=utf-8';

/**
 * Describes in one line what arrived.
 *
 * @param whole the answer as it is without a fault
 */
export function tellArrival({ status, type, retryAfter, bytes }: Seen, whole: Buffer): string {
  if (status === undefined) return bytes.length === 0 ? 'nothing' : `no status, ${bytes.length} bytes`;
  const after = retryAfter ? `, Retry-After ${retryAfter}` : '';
  return `${status} ${type === json ? 'json' : type}, ${tellBody(bytes, whole)}${after}`;
}

function tellBody(bytes: Buffer, whole: Buffer): string {
  const [text, expected] = [timeless(bytes), timeless(whole)];
  if (text === '') return 'no body';
  if (text === expected) return 'whole';
  if (whole.subarray(0, bytes.length).equals(bytes)) return isHalf(bytes, whole) ? 'half' : 'the beginning';
  if (text === `${expected.slice(0, -1)},}`) return 'a comma too many';
  if (text === `\uFEFF${expected}`) return 'mark and whole';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'half of a gzip';
  const [, code] = /"Code":"(\w+)"/.exec(text) ?? [];
  return code ?? text.split(/[\s>]/, 1)[0] ?? '';
}

/** The first bytes or characters, as many as given. */
const isHalf = (bytes: Buffer, whole: Buffer): boolean =>
  bytes.length === Math.ceil(whole.length / 2) ||
  bytes.toString().length === Math.floor(whole.toString().length / 2);

/** Returns an answer without its time stamp, which has a precision of seconds. */
const timeless = (bytes: Buffer): string => bytes.toString().replace(/(?<="TimeSpan":"[^"]{16}:)\d\d/, '00');
