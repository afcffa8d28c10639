/** A date in a local form: day and month as numbers, the year, and the time of day. */
const localForm =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})[,T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*([ap])?\.?m?\.?$/i;

/** Of ISO 8601, a local form, or a number of seconds, milliseconds or microseconds. 05/11/2026 has the day first, unless am or pm follows. */
export function timeOf(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\d{9,17}(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'number')
    return validTime(number < 1e11 ? number * 1_000 : number > 1e14 ? number / 1_000 : number);
  if (typeof value !== 'string') return undefined;
  const found = localForm.exec(value.trim());
  return validTime(found ? localTime(found) : Date.parse(value));
}

const latest = Date.parse('9999-12-31');
const validTime = (time: number): number | undefined => (time >= 0 && time < latest ? time : undefined);

function localTime(found: RegExpExecArray): number {
  const [, first, separator, second, year, hour, minute, seconds = '0', fraction = '', half] = found;
  const isMonthFirst =
    Number(second) > 12 || (separator === '/' && half !== undefined && Number(first) <= 12);
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  const date = new Date(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(seconds));
  return date.getTime() + Number(fraction.padEnd(3, '0'));
}

export const isNewestFirst = (starts: readonly number[]): boolean =>
  (starts.at(-1) ?? 0) < (starts[0] ?? 0) &&
  starts.every((start, index) => start <= (starts[index - 1] ?? start));

/** Within their second, if a recorder wrote whole seconds only: calls one after another would otherwise seem to overlap. */
export function endsBefore<T extends { readonly start: number; readonly ms: number }>(
  calls: readonly T[],
): T[] {
  if (calls.some(({ start }) => start % 1_000 !== 0)) return [...calls];
  let ended = 0;
  return calls.map(call => {
    const start = ended > call.start && ended < call.start + 1_000 ? Math.ceil(ended) : call.start;
    ended = start + call.ms + 1;
    return { ...call, start };
  });
}
