import { eachFault, type ParsedFault, parseFault } from '#contracts/fault';
import type { Scenario } from '#contracts/scenario';
import { nearest } from '#contracts/util';
import { createTestville, type Testville } from '../inventory/index.ts';

const maxShownId = 60;
/** A message names at most so many ids. The control API lists all of them. */
const maxShownIds = 100;

/** A scenario id that is not in the catalogue, with the valid ids and the nearest of them. */
export class UnknownScenario extends Error {
  override readonly name = 'UnknownScenario';
  readonly id: string;
  readonly valid: readonly string[];
  readonly nearest: string | undefined;

  constructor(id: string, valid: readonly string[]) {
    const near = nearest(id, valid);
    const shown = id.length > maxShownId ? `${id.slice(0, maxShownId)}…` : id;
    const more = valid.length > maxShownIds ? ` and ${valid.length - maxShownIds} more` : '';
    const hint = near === undefined ? '' : `did you mean "${near}"? `;
    super(
      valid.length === 0
        ? `no scenario "${shown}": this server has no catalogue of scenarios; pass one to createMockSupplier({ catalogue })`
        : `no scenario "${shown}"; ${hint}known are ${valid.slice(0, maxShownIds).join(', ')}${more}`,
    );
    this.id = id;
    this.valid = valid;
    this.nearest = near;
  }
}

/** In the id of a scenario's fault, the scenario's id is cut to this length: a number follows it. */
const maxIdInFault = 50;

/** The scenarios that a server can play, by id. */
export class Catalogue {
  /** In the order of the catalogue's author. */
  readonly scenarios: readonly Scenario[];
  readonly ids: readonly string[];
  /** The ids of scenarios by the surname, in small letters, of a guest that begins them. */
  readonly surnames: ReadonlyMap<string, string>;
  /** The destination for the scenarios that an item begins; undefined when no scenario has a trigger. */
  readonly testville: Testville | undefined;
  readonly #byId: ReadonlyMap<string, Scenario>;
  readonly #faults = new Map<string, readonly ParsedFault[]>();

  /**
   * @throws Error when two scenarios have the same id or surname
   * @example new Catalogue(scenarios).require('answer-lost-booked').title
   */
  constructor(scenarios: readonly Scenario[] = []) {
    const byId = new Map<string, Scenario>();
    const surnames = new Map<string, string>();
    for (const scenario of scenarios) {
      const { id, surname } = scenario;
      if (byId.has(id))
        throw new Error(`catalogue: two scenarios have the id "${id}"; give one of them another id`);
      byId.set(id, scenario);
      if (surname === undefined) continue;
      const other = surnames.get(surname.toLowerCase());
      if (other !== undefined)
        throw new Error(
          `catalogue: surname "${surname}" begins both "${other}" and "${id}"; give one of them another surname`,
        );
      surnames.set(surname.toLowerCase(), id);
    }
    this.scenarios = scenarios;
    this.ids = [...byId.keys()];
    this.surnames = surnames;
    this.testville = createTestville(scenarios);
    this.#byId = byId;
  }

  /** Whether a call without any header can begin a scenario. */
  get hasTriggers(): boolean {
    return this.testville !== undefined || this.surnames.size > 0;
  }

  /** Returns the scenario with an id. Throws an UnknownScenario that names the nearest one. */
  require(id: string): Scenario {
    const scenario = this.#byId.get(id);
    if (!scenario) throw new UnknownScenario(id, this.ids);
    return scenario;
  }

  /** Returns the faults of a scenario. Their ids name it, so they differ from the ids of a sandbox's own faults. */
  faultsOf(id: string): readonly ParsedFault[] {
    const known = this.#faults.get(id);
    if (known) return known;
    const faults = eachFault(
      this.require(id).setup?.faults ?? [],
      (fault, index) => parseFault(fault).withId(`${id.slice(0, maxIdInFault)}:${index + 1}`),
      index => `setup.faults[${index}]`,
    );
    this.#faults.set(id, faults);
    return faults;
  }
}
