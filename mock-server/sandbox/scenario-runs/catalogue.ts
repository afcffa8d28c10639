import { eachFault, type ParsedFault, parseFault } from '#contracts/fault';
import type { Scenario } from '#contracts/scenario';
import { memoize, nearest, shorten } from '#contracts/util';
import { createPlaces, createTestville, type Records, type Testville } from '../../inventory/index.ts';

const maxShownId = 60;
/** The control API lists all ids. */
const maxShownIds = 100;

/** A scenario id is not in the catalogue. `valid` lists the valid ids, and `nearest` is the most similar id. */
export class UnknownScenario extends Error {
  override readonly name = 'UnknownScenario';
  readonly id: string;
  readonly valid: readonly string[];
  readonly nearest: string | undefined;

  constructor(id: string, valid: readonly string[]) {
    const near = nearest(id, valid);
    const shown = shorten(id, maxShownId);
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

/** The part of a fault's id before its number. */
const maxIdInFault = 50;

export class Catalogue {
  readonly scenarios: readonly Scenario[];
  readonly ids: readonly string[];
  /** Scenario ids by the guest surname that begins each, in small letters. */
  readonly surnames: ReadonlyMap<string, string>;
  /** Undefined when no item begins a scenario, or an inventory has a destination with its id. */
  readonly testville: Testville | undefined;
  readonly #byId: ReadonlyMap<string, Scenario>;

  constructor(scenarios: readonly Scenario[] = [], records?: Records) {
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
    this.testville = createPlaces('known', createTestville(scenarios), records).testville;
    this.#byId = byId;
  }

  get hasTriggers(): boolean {
    return this.testville !== undefined || this.surnames.size > 0;
  }

  /** @throws UnknownScenario */
  require(id: string): Scenario {
    const scenario = this.#byId.get(id);
    if (!scenario) throw new UnknownScenario(id, this.ids);
    return scenario;
  }

  /** The ids begin with the scenario id, so they differ from those of the sandbox's faults. */
  readonly faultsOf = memoize((id: string): readonly ParsedFault[] =>
    eachFault(
      this.require(id).setup?.faults ?? [],
      (fault, index) => parseFault(fault).withId(`${id.slice(0, maxIdInFault)}:${index + 1}`),
      index => `setup.faults[${index}]`,
    ),
  );
}
