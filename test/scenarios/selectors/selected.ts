import type { OpenWire, Scenario } from '#scenarios';
import { playScenario } from '#scenarios';

type Step = Scenario['task']['steps'][number];
type BookStep = Extract<Step, { do: 'book' }>;

/** Runs a scenario with a client that books for a guest with the scenario's surname. */
export function playBySurname(scenario: Scenario) {
  const { task, surname: Surname = '' } = scenario;
  const steps = task.steps.map(step => {
    if (step.do !== 'book') return step;
    const [first, ...others] = step.guests;
    return { ...step, guests: first ? [{ ...first, Surname }, ...others] : [] };
  });
  return playScenario({ ...scenario, task: { ...task, steps } }, { open: openPlain({}) });
}

/** A connection to a supplier without a scenario, unless the client selects one. */
const openPlain =
  (headers: Record<string, string>): OpenWire =>
  ({ supplier, sandbox }) => {
    sandbox.faults.clear();
    return {
      baseUrl: 'http://supplier.example',
      fetch: (input, init) => supplier.fetch(input, { ...init, headers: { ...init?.headers, ...headers } }),
      close: async () => undefined,
    };
  };

/** Runs a scenario with a client that names it in the header of each call. */
export const playByHeader = (scenario: Scenario) =>
  playScenario(scenario, { open: openPlain({ 'x-understudy-scenario': scenario.id }) });

/** Runs a scenario with a client that selects it only by booking the offer in Testville that has its name. */
export function playByData(scenario: Scenario) {
  const { task, trigger } = scenario;
  const steps = task.steps.map(step =>
    step.do === 'book' ? inTestville(step, `${trigger}, Testville`) : step,
  );
  return playScenario({ ...scenario, task: { ...task, steps } }, { open: openPlain({}) });
}

const destination = 'Testville';
const airport = { airport: 'TVL' };

function inTestville(step: BookStep, name: string): BookStep {
  const choose = { ...step.choose, name };
  if (step.product === 'car') {
    const { pickup, dropoff } = step.criteria;
    return {
      ...step,
      choose,
      criteria: { pickup: { ...pickup, at: airport }, dropoff: { ...dropoff, at: airport } },
    };
  }
  if (step.product === 'transfer')
    return { ...step, choose, criteria: { ...step.criteria, from: airport, to: { destination } } };
  if (step.product === 'tour') return { ...step, choose, criteria: { ...step.criteria, destination } };
  return { ...step, choose, criteria: { ...step.criteria, destination } };
}
