import { describe, expect, it } from 'vitest';
import { alignDates, moveScenario } from '#scenarios/catalogue/move-scenario';
import { run } from '#scenarios/run/run';
import { scenarioOf } from './scenario-of.ts';

describe('a scenario on another day', () => {
  it('has its clock and all dates of its task as far from each other as before', () => {
    const { setup, task } = moveScenario(scenarioOf('car-confirmed'), '2028-02-20');
    expect(setup?.start).toBe('2028-02-20T10:00:00Z');
    const days = JSON.stringify(task).match(/\d{4}-\d\d-\d\d/g);
    expect(new Set(days)).toEqual(new Set(['2028-03-11', '2028-03-13']));
  });

  it('is paid by a card that is good for as long', () => {
    const { task } = moveScenario(scenarioOf('prepaid-approved'), '2031-12-30');
    expect(task).toMatchObject({ steps: [{ payment: { CreditCard: { YearExpiration: '2035' } } }] });
  });

  it('is as it was where it says nothing of its start, or is on that day already', () => {
    const { setup: _, ...undated } = scenarioOf('prepaid-approved');
    expect(moveScenario(undated, '2031-12-30')).toBe(undated);
    expect(moveScenario(scenarioOf('cancel-free'), '2026-11-20')).toBe(scenarioOf('cancel-free'));
  });

  it('starts its clock just ahead of the machine where it answers with dates of its own, and only there', () => {
    const now = Date.parse('2027-03-01T23:59:30Z');
    const { setup, task } = alignDates(scenarioOf('rate-limited-date'), now);
    expect(setup?.start).toBe('2027-03-02T00:00:30.000Z');
    expect(task).toMatchObject({ steps: [{ criteria: { checkinDate: '2027-03-22' } }] });
    expect(alignDates(scenarioOf('rate-limited-seconds'), now)).toBe(scenarioOf('rate-limited-seconds'));
  });

  const played = ['trip-hotel-and-transfer', 'prepaid-approved', 'cancel-with-penalty', 'retoken-expired'];
  it.each(['2027-03-27', '2028-02-28', '2031-12-30'])('runs as before: %s', async day => {
    const { scenarios } = await run({
      scenarios: played.map(id => moveScenario(scenarioOf(id), day)),
      pace: { mode: 'scaled', speed: 'auto' },
      jobs: 1,
      bail: false,
      strict: false,
    });
    expect(scenarios.map(({ id, state }) => [id, state])).toEqual(played.map(id => [id, 'held']));
  });
});
