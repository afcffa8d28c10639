/** What reached a client, as far as its stack handed it over, and how it ended. */
export interface Seen {
  readonly status?: number | undefined;
  readonly type?: string | null | undefined;
  readonly retryAfter?: string | null | undefined;
  readonly bytes: Buffer;
  /** How it ended for who called, in words of the stack. */
  readonly end: string;
}

/** Plays one call with a stack; gives up after `timeoutMs`. */
export type Stack = (call: {
  readonly url: string;
  readonly body: string;
  readonly timeoutMs: number;
}) => Promise<Seen>;

const json = 'application/json; charset=utf-8';

/**
 * Says what arrived, in a line.
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

/** As many bytes, or as many characters. */
const isHalf = (bytes: Buffer, whole: Buffer): boolean =>
  bytes.length === Math.ceil(whole.length / 2) ||
  bytes.toString().length === Math.floor(whole.toString().length / 2);

/** An answer without the second it was given in. */
const timeless = (bytes: Buffer): string => bytes.toString().replace(/(?<="TimeSpan":"[^"]{16}:)\d\d/, '00');
