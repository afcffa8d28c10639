import { nearest } from '#contracts/util';
import { ValueError } from './cli-error.ts';

/** Reads a text that is not empty. */
export function notEmpty(given: string): string {
  if (given === '') throw new ValueError('expected a text that is not empty');
  return given;
}

/** Reads a token as a header can carry it. */
export function bearerToken(given: string): string {
  if (!/^[!-~]+$/.test(given)) throw new ValueError('expected a token of printable ASCII without spaces');
  return given;
}

/** Makes a reader of whole numbers from `least` to `most`. */
export function integer(what: string, least: number, most: number): (given: string) => number {
  return given => {
    const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new ValueError(`expected ${what}, a whole number from ${least} to ${most}`);
  };
}

/** Makes a reader of one of some words. */
export function choiceOf<const W extends string>(...choices: W[]): (given: string) => W {
  return given => {
    const choice = choices.find(known => known === given);
    if (choice !== undefined) return choice;
    const near = nearest(given, choices);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    throw new ValueError(`expected ${choices.join(' or ')}${hint}`);
  };
}

/** Reads an http or https address; a slash at its end goes. */
export function httpAddress(given: string): string {
  const url = URL.parse(given);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ValueError('expected an address such as https://understudy.example.com');
  }
  if (url.search !== '' || url.hash !== '') throw new ValueError('expected an address without "?" and "#"');
  return given.replace(/\/+$/, '');
}
