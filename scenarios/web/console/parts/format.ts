/** Returns an instant as a date and a time in UTC, with seconds. */
export const dateAndTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the time of an instant in UTC, with milliseconds. */
export const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23);

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/**
 * Returns a time span in its two largest units.
 *
 * @example spanText(5_400_000) // '1 h 30 min'
 */
export function spanText(ms: number): string {
  const first = units.findIndex(([size]) => ms >= size);
  if (first < 0) return `${Math.max(0, Math.round(ms))} ms`;
  let rest = ms;
  const parts = units.slice(first, first + 2).map(([size, name]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count} ${name}` : '';
  });
  return parts.filter(Boolean).join(' ');
}

/**
 * Returns a text for a person. Characters that change the direction of the text, or that no font shows, become visible.
 *
 * @example shown('a\u202eb') // 'a⟨U+202E⟩b'
 */
export const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      character => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
