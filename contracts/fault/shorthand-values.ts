import { FaultError, shownText } from './fault-error.ts';

// How the shorthand writes values that are more than a word or a number.

/** @example listOf('id; name') // ['id', 'name'] */
export const listOf = (text: string): string[] => text.split(';').map(part => part.trim());

/** @example rangeOf('PT1S..PT2S') // ['PT1S', 'PT2S'] */
export const rangeOf = (text: string): string[] => text.split('..').map(part => part.trim());

/** The error for a value that is not written in the form of its parameter. */
export const wrongForm = (form: string, text: string, field: string): FaultError =>
  new FaultError('invalid', [{ field, message: `expected ${form}, got "${shownText(text)}"` }]);
