import { describe, expect, it } from 'vitest';
import { readScenario, ScenarioError } from '#contracts/scenario';
import { catalogue } from '#scenarios';

const known = catalogue.find(({ id }) => id === 'trip-hotel-and-transfer');

function withValue(path: readonly (string | number)[], value: unknown): unknown {
  const scenario = structuredClone(known);
  const holder = path.slice(0, -1).reduce<object>((here, step) => Reflect.get(here, step), scenario ?? {});
  Reflect.set(holder, path.at(-1) ?? '', value);
  return scenario;
}

function refusalOf(given: unknown): ScenarioError {
  try {
    readScenario(given);
  } catch (error) {
    if (error instanceof ScenarioError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

it('a scenario that is written well is given back as it is', () => {
  expect(readScenario(known)).toBe(known);
});

describe('a scenario that is written wrong', () => {
  it.each<[string, readonly (string | number)[], unknown, string]>([
    ['id', ['id'], 'My Case', 'expected lower-case words with "-" between them, such as'],
    ['clauses[0]', ['clauses', 0], 'flow.9', 'did you mean "flow.1"?'],
    ['outcomes[0]', ['outcomes', 0], 'confirm', 'did you mean "confirmed"?'],
    ['titel', ['titel'], 'x', 'unknown; did you mean "title"?'],
    ['truth.services[0]', ['truth', 'services', 0], 'booked', 'expected one of confirmed'],
    ['task.steps[0].do', ['task', 'steps', 0, 'do'], 'boook', 'did you mean "book"?'],
    ['task.steps[0].product', ['task', 'steps', 0, 'product'], 'hotl', '"hotl" is not valid: expected one'],
    ['task.steps[1].criteria.adult', ['task', 'steps', 1, 'criteria', 'adult'], 1, 'did you mean "adults"?'],
    ['setup.faults[0].effect.kind', ['setup'], { faults: ['hotel.search:cutt'] }, 'did you mean "cut"?'],
  ])('is refused at %s', (field, path, value, message) => {
    const { details } = refusalOf(withValue(path, value));
    expect(details.find(detail => detail.field === field)?.message).toContain(message);
  });

  it('names itself, or says that it has no id', () => {
    const { message } = refusalOf(withValue(['titel'], 'x'));
    expect(message).toContain('scenario trip-hotel-and-transfer: titel: ');
    expect(refusalOf([]).message).toContain('scenario without an id: ');
  });

  const noEarlier = 'is not an earlier step that books a service';
  it.each([1, 7])('is refused where a service is attached to step %i, which is no earlier booking', step => {
    const { details } = refusalOf(withValue(['task', 'steps', 1, 'attachTo'], step));
    const message = `step ${step} ${noEarlier}; expected one of 0 (the first step is 0)`;
    expect(details).toEqual([{ field: 'task.steps[1].attachTo', message, valid: ['0'] }]);
  });

  it('is refused where a cancellation comes before any booking', () => {
    const steps = [{ do: 'cancel', what: 'trip', step: 1 }, ...(known?.task.steps ?? [])];
    const { details } = refusalOf(withValue(['task', 'steps'], steps));
    const message = `step 1 ${noEarlier}; no earlier step books a service (the first step is 0)`;
    expect(details[0]).toMatchObject({ field: 'task.steps[0].step', message });
  });
});
