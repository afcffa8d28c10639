export { asObject } from '#contracts/util';

/** Returns the list, or an empty list for another value. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
