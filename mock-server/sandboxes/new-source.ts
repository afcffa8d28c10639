import * as z from 'zod';
import { checkOptions } from '../check-options.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import type { SecretSource } from '../seed-secrets.ts';
import { identify } from './identify.ts';
import { sandboxConfig } from './options.ts';
import { type SandboxConfig, startPlaces, withSetup } from './sandbox-config.ts';
import type { SandboxSource } from './sandbox-source.ts';

const newSandbox = z.strictObject(sandboxConfig);

interface NewSourceParts {
  readonly catalogue: Catalogue;
  readonly secrets: SecretSource;
  /** Returns the id of the sandbox. Throws if the wanted id is taken or ill-formed. */
  claim(wanted: string | undefined): string;
}

/**
 * Returns what a new sandbox is made from.
 *
 * @throws TypeError for an unknown or wrong option
 * @throws UnknownScenario
 */
export function newSource(
  given: SandboxConfig,
  { catalogue, secrets, claim }: NewSourceParts,
): SandboxSource {
  checkOptions('sandboxes.create', given, newSandbox);
  const config = withSetup(given, catalogue);
  return {
    identity: identify(claim(config.id), config, secrets),
    clock: config.clock ?? { mode: 'real' },
    faults: config.faults,
    placeOf: startPlaces(config, catalogue),
  };
}
