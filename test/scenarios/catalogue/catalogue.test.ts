import { describe, expect, it } from 'vitest';
import { readScenario } from '#contracts/scenario';
import { products } from '#contracts/shapes';
import { catalogue } from '#scenarios';
import { tags } from '#scenarios/catalogue/tags';
import { selectScenarios } from '#scenarios/run/select';

describe('the catalogue', () => {
  it('has scenarios that can be read, each under an id of its own', () => {
    expect(catalogue.map(readScenario)).toEqual(catalogue);
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });

  it('starts the clock of each before the dates of its task, so that it never grows old', () => {
    const late = catalogue.filter(({ setup, task }) => {
      const dates = JSON.stringify(task.steps).match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
      const start = setup?.start ?? '9999-12-31';
      return dates.some(date => date <= start.slice(0, 10));
    });
    expect(late.map(({ id }) => id)).toEqual([]);
  });

  it('names at least 25 that can be chosen by what is booked, each once for its product', () => {
    const named = catalogue.flatMap(({ trigger, products }) => trigger && `${products[0]}: ${trigger}`);
    const names = named.filter(name => name !== undefined);
    expect(names.length).toBeGreaterThanOrEqual(25);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a tag for each scenario, and uses each tag', () => {
    expect(catalogue.filter(({ tags: own = [] }) => own.length === 0).map(({ id }) => id)).toEqual([]);
    const used = new Set(catalogue.flatMap(scenario => scenario.tags ?? []));
    expect(Object.keys(tags).filter(tag => !used.has(tag))).toEqual([]);
    expect([...used].filter(tag => !Object.keys(tags).includes(tag))).toEqual([]);
  });

  it('has a smoke run of at most ten scenarios with all kinds of bookings', () => {
    const smoke = selectScenarios(catalogue, { tags: ['smoke'] });
    expect(smoke.length).toBeLessThanOrEqual(10);
    expect(new Set(smoke.flatMap(({ products }) => products))).toEqual(new Set(products));
    const faults = smoke.flatMap(({ setup }) => setup?.faults ?? []).join(' ');
    expect(smoke.some(({ truth }) => truth.charges?.includes('Approved'))).toBe(true);
    expect(smoke.some(({ outcomes }) => outcomes.includes('cancelled'))).toBe(true);
    expect(faults).toContain('doBooking:cut');
    expect(faults).toContain('timeline=pending');
  });
});
