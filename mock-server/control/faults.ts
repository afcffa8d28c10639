import type { Sandbox } from '../sandboxes/index.ts';
import type { ControlHandlers, FindSandboxOf } from './handler.ts';
import { refuseDetails, unknownName } from './refusal.ts';

const gone = () => new Response(null, { status: 204 });

/** Arming faults, looking at them and disarming them. */
export function faultHandlers(
  find: FindSandboxOf,
): ControlHandlers<'listFaults' | 'armFaults' | 'disarmFaults' | 'disarmFault'> {
  return {
    listFaults: call => ({ json: find(call).faults.list() }),
    armFaults(call) {
      const { faults } = find(call);
      const given: unknown = call.body; // read by nobody yet: arming it judges it
      if (Array.isArray(given)) return { status: 201, json: faults.armList(given) };
      const [armed] = faults.arm(given);
      if (!armed) throw new Error('armFaults: one fault was given and none was armed');
      return { status: 201, json: armed };
    },
    disarmFaults(call) {
      find(call).faults.clear();
      return gone();
    },
    disarmFault(call) {
      disarm(find(call), call.params.faultId ?? '');
      return gone();
    },
  };
}

function disarm({ faults, identity }: Sandbox, id: string): void {
  if (faults.disarm(id)) return;
  const ids = faults.list().map(fault => fault.id);
  const what = `no fault "${id}" is armed in sandbox "${identity.id}"`;
  throw refuseDetails('NotFound', [unknownName({ field: 'faultId', value: id, what }, ids)]);
}
