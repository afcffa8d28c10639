/**
 * Creates a generator of numbered UUIDs (version 4). Every run of a program produces the same UUIDs.
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
