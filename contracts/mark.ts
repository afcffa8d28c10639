/** Returns a short mark of a secret: equal for equal secrets, and without information about the secret. */
export type Mark = (secret: string) => string;

const maxMarks = 10_000;
const maxKey = 300;

/**
 * Returns a function that draws a mark for each new secret, `~` and eight hexadecimal digits. It forgets all marks after
 * 10,000 secrets. Of a secret with more than 300 characters only its length and beginning count.
 *
 * @param draw returns hexadecimal digits without information about the secret
 * @example createMark(randomDigits)('my-password') // '~1f0c22ab'
 */
export function createMark(draw: (secret: string) => string): Mark {
  const marks = new Map<string, string>();
  return secret => {
    const key = secret.length > maxKey ? `${secret.length} ${secret.slice(0, maxKey)}` : secret;
    const mark = marks.get(key) ?? `~${draw(key).slice(0, 8)}`;
    if (marks.size >= maxMarks) marks.clear();
    marks.set(key, mark);
    return mark;
  };
}
