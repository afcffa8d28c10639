import { expect, it } from 'vitest';
import { addDays, dayNumber } from '#contracts/util/calendar';

// Date.parse has its own way to read other texts with the form of a date, such as years before 50 with a wrong month.
it('a month or a day that no calendar has is no date, in each year', () => {
  for (const year of ['0000', '0001', '0032', '0049', '0050', '0999', '2026', '9999'])
    for (const day of ['00-01', '13-01', '13-05', '99-12', '01-00', '12-32', '02-30', '04-31'])
      expect(dayNumber(`${year}-${day}`), `${year}-${day}`).toBeNaN();
});

it('each day of the years 0000 to 9999 is a date', () => {
  for (const [date, number] of [
    ['0000-01-01', -719_528],
    ['0999-12-31', -354_286],
    ['1000-01-01', -354_285],
    ['1970-01-01', 0],
    ['2024-02-29', 19_782],
    ['9999-12-31', 2_932_896],
  ] as const) {
    expect(dayNumber(date)).toBe(number);
    expect(addDays('1970-01-01', number)).toBe(date);
  }
});
