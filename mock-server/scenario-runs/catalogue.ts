import { eachFault, type ParsedFault, parseFault } from '#contracts/fault';
import type { Scenario } from '#contracts/scenario';
import { nearest } from '#contracts/util';
import { createTestville, type Testville } from '../inventory/index.ts';

/** The scenarios that a server can play, by id. */
export interface Catalogue {
  /** In the order in which they were given. */
  readonly scenarios: readonly Scenario[];
  readonly ids: readonly string[];
  /** Scenarios by the surname, in small letters, of a guest that plays them. */
  readonly surnames: ReadonlyMap<string, string>;
  /** What exists only to play them; absent where no scenario has a trigger. */
  readonly testville: Testville | undefined;
  /** Whether a call without any header can begin one. */
  readonly hasTriggers: boolean;
  /** Returns the scenario with an id. Throws an UnknownScenario that names the nearest one. */
  require(id: string): Scenario;
  /** Returns the faults of a scenario, with ids that name it: a call can match those of its sandbox, too. */
  faultsOf(id: string): readonly ParsedFault[];
}

/** A scenario that nobody has written: `valid` names those that there are, `nearest` the one that was most likely meant. */
export class UnknownScenario extends Error {
  override readonly name = 'UnknownScenario';
  readonly id: string;
  readonly valid: readonly string[];
  readonly nearest: string | undefined;

  constructor(id: string, valid: readonly string[]) {
    const near = nearest(id, valid);
    super(describeUnknown(id, valid, near));
    this.id = id;
    this.valid = valid;
    this.nearest = near;
  }
}

const shownId = 60;
/** The ids of a large catalogue are told in full by the control API only. */
const shownIds = 100;

function describeUnknown(id: string, valid: readonly string[], near: string | undefined): string {
  const cut = id.length > shownId ? `${id.slice(0, shownId)}…` : id;
  if (valid.length === 0) return `no scenario "${cut}": this server was given no catalogue of scenarios`;
  const more = valid.length > shownIds ? ` and ${valid.length - shownIds} more` : '';
  const hint = near === undefined ? '' : `did you mean "${near}"? `;
  return `no scenario "${cut}"; ${hint}known are ${valid.slice(0, shownIds).join(', ')}${more}`;
}

/**
 * A catalogue of scenarios; each id stands for one of them.
 *
 * @throws Error when two have the same id
 * @example createCatalogue(scenarios).require('answer-lost-booked').title
 */
export function createCatalogue(scenarios: readonly Scenario[] = []): Catalogue {
  const byId = new Map<string, Scenario>();
  for (const scenario of scenarios) {
    if (byId.has(scenario.id))
      throw new Error(`catalogue: two scenarios have the id "${scenario.id}"; give one of them another`);
    byId.set(scenario.id, scenario);
  }
  const ids = [...byId.keys()];
  const surnames = surnamesOf(scenarios);
  const testville = createTestville(scenarios);
  const faults = new Map<string, readonly ParsedFault[]>();

  function requireScenario(id: string): Scenario {
    const scenario = byId.get(id);
    if (!scenario) throw new UnknownScenario(id, ids);
    return scenario;
  }

  return {
    scenarios,
    ids,
    surnames,
    testville,
    hasTriggers: testville !== undefined || surnames.size > 0,
    require: requireScenario,
    faultsOf(id) {
      const known = faults.get(id) ?? parseFaults(requireScenario(id));
      faults.set(id, known);
      return known;
    },
  };
}

/** The length of a scenario's id in the ids of its faults: a number must fit behind it. */
const idLength = 50;

const parseFaults = ({ id, setup }: Scenario): ParsedFault[] =>
  eachFault(
    setup?.faults ?? [],
    (given, index) => parseFault(given).withId(`${id.slice(0, idLength)}:${index + 1}`),
    index => `setup.faults[${index}]`,
  );

/** Scenarios by their surnames. */
function surnamesOf(scenarios: readonly Scenario[]): Map<string, string> {
  const surnames = new Map<string, string>();
  for (const { id, surname } of scenarios) {
    const key = surname?.toLowerCase();
    if (key === undefined) continue;
    const other = surnames.get(key);
    if (other !== undefined)
      throw new Error(
        `catalogue: surname "${surname}" plays "${other}" and "${id}"; give one of them another`,
      );
    surnames.set(key, id);
  }
  return surnames;
}
