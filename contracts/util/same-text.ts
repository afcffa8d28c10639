/** Compares two texts in a time that does not depend on where they differ. */
export function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % b.length);
  return difference === 0;
}
