import { describe, expect, it } from 'vitest';
import { readOrigins } from '#scenarios/cli/values';

const expected = 'expected an origin such as http://localhost:5173, or *';

describe('the origins in --cors', () => {
  it.each([
    ['*', ['*']],
    ['http://localhost:5173/', ['http://localhost:5173']],
    ['HTTP://A.example, https://b.example:8443', ['http://a.example', 'https://b.example:8443']],
  ])('are read from "%s"', (text, origins) => expect(readOrigins(text)).toEqual(origins));

  it.each([
    ['localhost:5173', expected],
    ['', expected],
    ['http://a.example,', expected],
    ['http://a.example,http://b.example/app', `${expected}; did you mean "http://b.example"?`],
    ['http://user@a.example', `${expected}; did you mean "http://a.example"?`],
    ['http://a.example:80', `${expected}; did you mean "http://a.example"?`],
    ['null', `${expected}; a page from a file needs *`],
    ['file:///page.html', `${expected}; a page from a file needs *`],
  ])('are refused for "%s"', (text, message) => expect(() => readOrigins(text)).toThrow(message));
});
