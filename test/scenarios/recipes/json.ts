export { asObject } from '#contracts/util';

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
