import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DurationError, durationInWords, formatDuration, parseDuration } from '#contracts/util/duration';

const hour = 3_600_000;

describe('a duration', () => {
  it.each([
    [1_800_000, '30 minutes'],
    [25 * hour, '25 hours'],
    [hour, '1 hour'],
    [90_000, '90 seconds'],
    [1, '1 ms'],
  ])('of %d ms is called %s', (ms, text) => {
    expect(durationInWords(ms)).toBe(text);
  });

  it.each([
    ['PT30M', 1_800_000],
    ['P1DT2H', 26 * hour],
    ['PT0.5S', 500],
    ['PT0,5S', 500],
    ['PT1.005S', 1_005],
    ['PT1.5H', 1.5 * hour],
    ['PT0.017M', 1_020],
    ['P2W', 14 * 24 * hour],
    ['P1W2D', 9 * 24 * hour],
    ['P0.5D', 12 * hour],
    ['PT0S', 0],
    ['PT90M', 1.5 * hour],
    ['PT1H1M1.001S', hour + 61_001],
  ])('is read from %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ['P1M', /months and years have no fixed length.*"P30D".*"PT30M"/],
    ['P1Y', /months and years have no fixed length/],
    ['P1Y2M3DT4H', /months and years have no fixed length/],
    ['PT', /for example "PT30M"/],
    ['P', /for example "PT30M"/],
    ['P1DT', /for example "PT30M"/],
    ['', /for example "PT30M"/],
    ['30M', /for example "PT30M"/],
    ['pt30m', /for example "PT30M"/],
    ['PT30M ', /for example "PT30M"/],
    ['PT5S30M', /for example "PT30M"/],
    ['P1H', /for example "PT30M"/],
    ['1800000', /for example "PT30M"/],
    ['-PT30M', /must not be negative.*"PT30M"/],
    ['PT-30M', /must not be negative.*"PT30M"/],
    ['PT1.5M3S', /only the last part may have a fraction.*"PT1M0\.5S"/],
    ['PT0.0005S', /not a whole number of milliseconds.*"PT0\.001S"/],
    ['P99999999999999D', /too long/],
  ])('is not read from %j, which the error names', (text, reason) => {
    const read = () => parseDuration(text);
    expect(read).toThrow(DurationError);
    expect(read).toThrow(reason);
    expect(read).toThrow(`Duration ${JSON.stringify(text)}: `);
  });

  it('is not read from a value that is not a text', () => {
    const given: unknown = 1800;
    // A caller without types can do this.
    expect(() => parseDuration(given as string)).toThrow(/Duration 1800: not a text.*"PT30M"/);
  });

  it.each([
    [0, 'PT0S'],
    [500, 'PT0.5S'],
    [1_800_000, 'PT30M'],
    [26 * hour, 'P1DT2H'],
    [48 * hour, 'P2D'],
    [90_061_001, 'P1DT1H1M1.001S'],
  ])('of %d ms is written as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('of %d ms is not written', ms => {
    expect(() => formatDuration(ms)).toThrow(`Duration ${ms}: not a whole number of milliseconds`);
  });

  it('is read back as it was written', () => {
    const backAgain = fc.property(fc.maxSafeNat(), ms => {
      expect(parseDuration(formatDuration(ms))).toBe(ms);
    });
    fc.assert(backAgain, { seed: 1 });
  });
});
