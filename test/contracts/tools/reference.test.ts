import { describe, expect, it } from 'vitest';
import { isFinal, limits, pollingPlans, type ServiceStatus, statuses } from '#contracts';
import { findReference, topics } from '#contracts/tools';

describe('the reference', () => {
  it('tells every status of the table as the table has it (tool.get-reference)', () => {
    const told = findReference({ topic: 'booking_statuses' }).booking_statuses?.statuses ?? [];
    expect(told.map(({ status }) => status)).toEqual(Object.keys(statuses));
    for (const entry of told) {
      const row = statuses[entry.status as ServiceStatus];
      expect(entry).toMatchObject({ bookingStatus: row.bookingStatus, label: row.label, canBecome: row.to });
      expect(entry.isFinal).toBe(isFinal(entry.status));
      expect(entry.polling !== undefined).toBe(entry.status in pollingPlans);
    }
    expect(told.find(({ status }) => status === 'technical-problem')?.polling).toMatchObject({
      every: '5 minutes',
      upTo: '30 minutes',
    });
    expect(told.filter(({ isAssumedWord }) => isAssumedWord).map(({ status }) => status)).toEqual([
      'cancelled',
      'expired',
    ]);
  });

  it('tells how long Token and ReToken live, from the limits', () => {
    expect(limits.tokenLife.value).toBe(30 * 60_000);
    expect(findReference({ topic: 'retoken' }).retoken).toMatchObject({
      tokenLife: '30 minutes',
      reTokenLife: '25 hours',
    });
  });

  it('has something to tell about every topic', () => {
    for (const topic of topics) {
      for (const part of Object.values(findReference({ topic }))) {
        expect(part.facts.length).toBeGreaterThan(0);
        for (const { statement } of part.facts) expect(statement).toMatch(/\w/);
      }
    }
  });
});
