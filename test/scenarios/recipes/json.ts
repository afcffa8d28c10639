export { asObject } from '#contracts/util';

/** A list if it is one, else an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
