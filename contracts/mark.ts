/** Returns a short mark of a secret: equal for equal secrets, and useless to anyone else. */
export type Mark = (secret: string) => string;

const remembered = 10_000;
const keptOfSecret = 300;

/**
 * Returns a function that draws a mark for each new secret, `~` and eight hexadecimal digits. It remembers the marks of the latest
 * 10,000 secrets; a longer secret than 300 characters is known by its length and beginning.
 *
 * @param draw returns hexadecimal digits that do not tell anything about the secret
 * @example createMark(randomDigits)('my-password') // '~1f0c22ab'
 */
export function createMark(draw: (secret: string) => string): Mark {
  const marks = new Map<string, string>();
  return secret => {
    const key = secret.length > keptOfSecret ? `${secret.length} ${secret.slice(0, keptOfSecret)}` : secret;
    const mark = marks.get(key) ?? `~${draw(key).slice(0, 8)}`;
    if (marks.size >= remembered) marks.clear();
    marks.set(key, mark);
    return mark;
  };
}
