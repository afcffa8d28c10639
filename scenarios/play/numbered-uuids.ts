/**
 * Creates a generator of UUIDs of version 4. The UUIDs are numbered, so every run produces the same UUIDs.
 *
 * @example numberedUuids()() // '00000001-0000-4000-8000-000000000001'
 */
export function numberedUuids(): () => string {
  let last = 0;
  return () => {
    last += 1;
    const number = last.toString(16);
    return `${number.padStart(8, '0')}-0000-4000-8000-${number.padStart(12, '0')}`;
  };
}
