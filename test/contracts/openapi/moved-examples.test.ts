import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { lastInstant } from '#contracts/control';
import { exampleDay, examplesIn, moveExample } from '#contracts/openapi';
import document from '#contracts/openapi.json' with { type: 'json' };

describe('the examples of the document', () => {
  it('are found again for every operation', () => {
    const found = examplesIn(document);
    expect(Object.keys(found).sort()).toEqual([...operationIds].sort());
    expect(found['hotel.search']?.request).toMatchObject({ Criteria: { CheckinDate: '2027-03-10' } });
  });

  it('move with the day: dates and time stamps, nothing else', () => {
    const same = { c: 'trip-2027-02-28', d: 7, e: { f: '2027-02-28T10:00' } };
    const later = Date.parse(`${exampleDay}T00:00:00Z`) + 2 * 86_400_000;
    const moved = moveExample({ a: '2027-02-28', b: ['2026-12-31 10:00:00'], ...same }, later);
    expect(moved).toEqual({ a: '2027-03-02', b: ['2027-01-02 10:00:00'], ...same });
  });

  it('have four digits in every year, also on the last day that a clock can show', () => {
    const text = JSON.stringify(moveExample(examplesIn(document), lastInstant));
    expect(text).toMatch(/"9999-\d\d-\d\d"/);
    expect(text).not.toMatch(/\+\d{6}/);
  });

  it('pay with a card that is good for as long as any clock is likely to be set to', () => {
    expect(JSON.stringify(examplesIn(document).payBooking)).toContain('"YearExpiration":"2099"');
  });
});
