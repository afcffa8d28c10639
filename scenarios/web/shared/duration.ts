const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/**
 * Returns a duration as a short text with at most two units.
 *
 * @example shortDuration(5_430_000) // '1 h 30 min'
 */
export function shortDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  const first = units.findIndex(([, length]) => ms >= length);
  let rest = ms;
  const parts = units.slice(first, first + 2).map(([name, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? '' : `${count} ${name}`;
  });
  return parts.filter(part => part !== '').join(' ');
}

/**
 * Returns an offset on the time axis, which begins with 0.
 *
 * @example clockTime(5_430_000) // '1:30:30'
 */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  const tail = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
