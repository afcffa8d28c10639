import { expect, it } from 'vitest';
import { addDays, formatTimeSpan, nightsBetween, operations, testCards } from '#contracts';
import { isCountryCode, isoDate, timeStamp, utcTime } from '#contracts/operations/shapes/scalars';
import { passesLuhn } from '#contracts/util/test-cards';

it.each([
  '2026-02-29',
  '2026-13-01',
  '10/12/2026',
  '2026-12-10T00:00:00Z',
  '2026-12-10+02:00',
  '20261210',
  '',
])('the contract refuses "%s" as a date (date.local)', value => {
  expect(isoDate.safeParse(value).success).toBe(false);
  expect(isoDate.safeParse('2028-02-29').success).toBe(true);
});

const noTimes = ['24:00', '9:30', '09:30:00', '09:60', '09:30Z', '930'];
it.each(noTimes)('the contract refuses "%s" as a time of day (date.hours)', value => {
  expect(utcTime.safeParse(value).success).toBe(false);
  expect(utcTime.safeParse('23:59').success).toBe(true);
});

it('the contract writes an instant as the supplier does, in UTC (date.timespan)', () => {
  const text = formatTimeSpan(Date.parse('2026-11-20T23:30:05-03:00'));
  expect(text).toBe('2026-11-21 02:30:05');
  expect(timeStamp.safeParse(text).success).toBe(true);
});

it('the contract counts days over months, years and leap days', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  expect(nightsBetween('2026-12-30', '2027-01-02')).toBe(3);
});

it('the contract knows the 249 assigned country codes and no others (field.country)', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const known = letters.flatMap(first => letters.map(second => first + second)).filter(isCountryCode);
  expect(known).toHaveLength(249);
  expect(['BR', 'AR', 'PT', 'US', 'GB'].every(isCountryCode)).toBe(true);
  expect(['XX', 'UK', 'EU', 'br', 'BRA', ''].some(isCountryCode)).toBe(false);
});

it('the contract lists test cards that all pass the Luhn check', () => {
  for (const number of Object.keys(testCards)) expect(passesLuhn(number), number).toBe(true);
  expect(passesLuhn('4111111111111112')).toBe(false);
  expect(passesLuhn('')).toBe(false);
});

it('the contract gives every operation an id, a method and a path of its own', () => {
  const entries = Object.entries(operations);
  expect(entries.every(([id, operation]) => operation.id === id)).toBe(true);
  const addresses = new Set(entries.map(([, { method, path }]) => `${method} ${path.toLowerCase()}`));
  expect(addresses.size).toBe(entries.length);
});
