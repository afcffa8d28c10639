import type { SandboxState } from './sandbox-config.ts';
import type { SandboxSource } from './sandbox-source.ts';

/** Returns the identity of a new sandbox, and the settings that a reset restores. The result is a copy. */
export function beginningOf(source: SandboxSource): Pick<SandboxState, 'identity' | 'start'> {
  if (!('state' in source)) {
    const { identity, clock, faults = [] } = source;
    return copyOf({ identity, start: { clock, faults } });
  }
  const { identity, start } = source.state;
  return copyOf({ identity: source.identity ?? identity, start });
}

/** Returns a deep copy, because a sandbox must not share data with its source. `structuredClone` of the whole takes a fifth of a creation. */
const copyOf = ({ identity, start: { clock, faults } }: Pick<SandboxState, 'identity' | 'start'>) => ({
  identity: {
    ...identity,
    credentials: identity.credentials.map(credential => ({ ...credential })),
    options: { ...identity.options },
  },
  start: { clock: { ...clock }, faults: structuredClone(faults) },
});
