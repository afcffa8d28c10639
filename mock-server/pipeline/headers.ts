let dateAt = Number.NaN;
let dateText = '';

/**
 * The headers that every answer has; all times are the sandbox's.
 *
 * @param at the instant of the answer, epoch milliseconds
 */
export function standardHeaders(sandboxId: string, number: number, at: number): Record<string, string> {
  const second = Math.floor(at / 1_000);
  if (second !== dateAt) {
    dateAt = second;
    dateText = new Date(second * 1_000).toUTCString();
  }
  return {
    'content-type': 'application/json; charset=utf-8',
    date: dateText,
    'x-understudy-sandbox': sandboxId,
    'x-understudy-exchange': String(number),
    'x-understudy-time': new Date(at).toISOString(),
  };
}
