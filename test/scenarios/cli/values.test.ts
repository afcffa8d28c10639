import { describe, expect, it } from 'vitest';
import { ProcessMemory } from '#mock-server/process-memory';
import { memorySize, readOrigins } from '#scenarios/cli/values';

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

describe('--max-memory', () => {
  it.each([
    ['512MB', 512_000_000],
    ['1.5 gb', 1_500_000_000],
    ['512MiB', 536_870_912],
  ])('reads %s', (text, bytes) => {
    expect(memorySize(text)).toBe(bytes);
  });

  it.each(['512', '191MB', '-1GB', '1TB', ''])('refuses "%s"', text => {
    expect(() => memorySize(text)).toThrow(
      'expected a size of at least 192MB, such as 512MB, 1.5GB or 512MiB',
    );
  });

  it('bounds the process, by default to a part of the memory of the machine', () => {
    const memory = new ProcessMemory(undefined);
    expect(new ProcessMemory(500_000_000).max).toBe(500_000_000);
    expect(memory.used()).toBeGreaterThan(1_000_000);
    expect(memory.used()).toBeLessThan(memory.max);
  });

  it('leaves at most half of the bound to the recorded calls, and less when the program and its heap need the memory', () => {
    const large = new ProcessMemory(2e9);
    expect(large.forJournals()).toBeLessThanOrEqual(large.max / 2);
    expect(large.forJournals()).toBeGreaterThan(8 * 1_048_576);
    expect(new ProcessMemory(120e6).forJournals()).toBe(8 * 1_048_576);
  });
});
