import { describe, expect, it } from 'vitest';
import { localTime, utcTime } from '#client';

describe('times of day on the wire (date.hours)', () => {
  it.each([
    ['2027-03-10', '22:00', 'America/Sao_Paulo', '01:00'],
    ['2027-01-10', '09:30', 'Europe/Lisbon', '09:30'],
    ['2027-07-10', '09:30', 'Europe/Lisbon', '08:30'],
    ['2027-07-10', '00:15', 'Europe/Madrid', '22:15'],
    ['2027-07-10', '12:00', 'Asia/Kathmandu', '06:15'],
    ['2027-03-28', '02:30', 'Europe/Madrid', '01:30'], // the local time does not exist: it counts as an hour before the change
    ['2027-10-31', '02:30', 'Europe/Madrid', '00:30'], // the local time occurs twice: the first one counts
    ['2027-10-31', '03:30', 'Europe/Madrid', '02:30'],
  ])('has %s %s in %s as %s', (date, time, zone, utc) => {
    expect(utcTime(date, time, zone)).toBe(utc);
  });

  it('are shown in local time only', () => {
    expect(localTime('2027-03-10', '01:00', 'America/Sao_Paulo')).toBe('22:00');
    expect(localTime('2027-07-10', '22:15', 'Europe/Madrid')).toBe('00:15');
  });

  it('are refused where they are none', () => {
    expect(() => utcTime('2027-13-10', '22:00', 'Europe/Madrid')).toThrow(RangeError);
    expect(() => utcTime('2027-02-30', '22:00', 'Europe/Madrid')).toThrow('"2027-02-30" "22:00"');
    expect(() => localTime('2027-02-30', '22:00', 'Europe/Madrid')).toThrow(RangeError);
    expect(() => utcTime('2027-03-10', '25:00', 'Europe/Madrid')).toThrow(RangeError);
    expect(() => utcTime('2027-03-10', '22:00', 'Europe/Nowhere')).toThrow(RangeError);
  });
});
