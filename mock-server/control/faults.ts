import { noContent, type SomeHandlers } from './handler.ts';
import { refuseUnknown } from './refusal.ts';

/** The handlers that list, add and remove the faults of a sandbox. */
export const faultHandlers = {
  listFaults: ({ sandbox }) => ({ json: sandbox.faults.list() }),
  armFaults({ sandbox: { faults }, body }) {
    if (Array.isArray(body)) return { status: 201, json: faults.armList(body) };
    const [armed] = faults.arm(body);
    if (!armed) throw new Error('armFaults: the client sent one fault, but no fault was armed');
    return { status: 201, json: armed };
  },
  disarmFaults({ sandbox }) {
    sandbox.faults.clear();
    return noContent();
  },
  disarmFault({ sandbox: { faults, identity }, params: { faultId = '' } }) {
    if (faults.disarm(faultId)) return noContent();
    const ids = faults.list().map(({ id }) => id);
    return refuseUnknown(
      'faultId',
      faultId,
      `no fault "${faultId}" is armed in sandbox "${identity.id}"`,
      ids,
    );
  },
} satisfies SomeHandlers;
