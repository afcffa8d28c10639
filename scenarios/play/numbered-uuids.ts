/**
 * Creates a generator of UUIDs of version 4. They are numbered, so they are the same in every run.
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
