import type { ControlBody } from '#contracts/control';
import { checkFaults } from '../faults/index.ts';
import { type Sandboxes, type SandboxState, stateIn } from '../sandbox/index.ts';
import { refuseDetails } from './refusal.ts';

/**
 * Returns the state in an imported file. The schema has checked what a person may change in the file; a checksum protects the rest.
 *
 * @throws ControlRefusal for a wrong checksum
 * @throws FaultError for a fault that the server cannot arm
 * @throws UnknownScenario
 */
export function stateOf(file: ControlBody<'importSandbox'>, sandboxes: Sandboxes): SandboxState {
  // The schema has checked these members, and accepts more of them.
  const state = stateOrRefuse(file as unknown as Parameters<typeof stateIn>[0]);
  checkFaults(state.start.faults, 'start.faults');
  for (const { scenario } of [state.identity, ...state.plays])
    if (scenario !== undefined) sandboxes.catalogue.require(scenario);
  return state;
}

function stateOrRefuse(file: Parameters<typeof stateIn>[0]): SandboxState {
  try {
    return stateIn(file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw refuseDetails('InvalidRequest', [{ field: 'checksum', message, value: file.checksum }]);
  }
}
