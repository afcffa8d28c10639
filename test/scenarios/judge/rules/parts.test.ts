import { describe, expect, it } from 'vitest';
import { compareLists } from '#scenarios/judge/compare-with-task';
import {
  formatDuration,
  formatTime,
  isObservable,
  startTolerance,
  tolerance,
  utcTimes,
} from '#scenarios/judge/time';
import { minute, second, start } from './build.ts';

describe('tolerance', () => {
  it('is 50 ms of real time, or one per cent of the limit where that is more', () => {
    expect(tolerance(minute, {})).toBe(600);
    expect(tolerance(second, {})).toBe(50);
    expect(tolerance(second, { clock: { mode: 'scaled', speed: 60 } })).toBe(3_000);
    expect(tolerance(second, { clock: { mode: 'auto', speed: 0 } })).toBe(10);
  });

  it('is 250 ms of real time for what counts from before a call arrives', () => {
    expect(startTolerance(10 * second, {})).toBe(250);
    expect(startTolerance(minute, {})).toBe(600);
    expect(startTolerance(minute, { clock: { mode: 'scaled', speed: 15 } })).toBe(3_750);
    expect(startTolerance(minute, { clock: { mode: 'auto', speed: 0 } })).toBe(600);
  });

  it('is too much beyond a quarter of the limit', () => {
    expect(isObservable(200, {})).toBe(true);
    expect(isObservable(199, {})).toBe(false);
    expect(isObservable(5 * minute, { clock: { mode: 'scaled', speed: 1_500 } })).toBe(true);
    expect(isObservable(5 * minute, { clock: { mode: 'scaled', speed: 1_501 } })).toBe(false);
  });
});

describe('instants and spans', () => {
  it('are formatted as short as possible', () => {
    expect(formatTime(start, start + minute)).toEqual(['10:00:00', '10:01:00']);
    expect(formatTime(start, start + 250)).toEqual(['10:00:00.000', '10:00:00.250']);
    expect(formatTime(start, start + 24 * 60 * minute)).toEqual([
      '2026-11-20 10:00:00',
      '2026-11-21 10:00:00',
    ]);
  });

  it.each([
    [0, '0 ms'],
    [250, '250 ms'],
    [1_250, '1.25 seconds'],
    [41 * minute + 10 * second, '41 minutes 10 seconds'],
    [26 * 60 * minute, '26 hours'],
    [-10, '-10 ms'],
  ])('are formatted in words: %i', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

it.each([
  ['2027-03-10', '22:00', 'America/Sao_Paulo', ['01:00']],
  ['2026-07-01', '12:00', 'Europe/Lisbon', ['11:00']],
  ['2026-12-01', '12:00', 'Asia/Kathmandu', ['06:15']],
  ['2026-10-25', '02:30', 'Europe/Madrid', ['01:30', '00:30']],
  ['2026-03-29', '02:30', 'Europe/Madrid', []],
  ['2026-12-01', '12:00', 'Nowhere/Land', []],
  ['tomorrow', '12:00', 'Europe/Lisbon', []],
])('utcTimes gives for %s %s in %s the times %j', (date, time, zone, wanted) => {
  expect(utcTimes(date, time, zone).sort()).toEqual([...wanted].sort());
});

it('compareLists counts the repeated entries of a list', () => {
  expect(compareLists(['a', 'b', 'b'], ['b', 'c', 'c'])).toEqual({ missing: ['a', 'b'], extra: ['c', 'c'] });
});
