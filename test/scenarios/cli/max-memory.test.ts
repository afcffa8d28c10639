import { describe, expect, it } from 'vitest';
import { ProcessMemory } from '#mock-server/process-memory';
import { memorySize } from '#scenarios/cli/values';

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
