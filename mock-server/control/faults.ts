import { eachFault, parseFault } from '#contracts/fault';
import { noContent, type SomeHandlers } from './handler.ts';
import { refuseUnknown } from './refusal.ts';

export const faultHandlers = {
  listFaults: ({ sandbox }) => ({ json: sandbox.faults.list() }),
  armFaults(call) {
    const { body } = call;
    if (Array.isArray(body)) {
      void call.sandbox; // refuses an unknown sandbox before the list is parsed
      const parsed = eachFault(body, parseFault, index => `[${index}]`);
      return { status: 201, json: call.sandbox.faults.armList(parsed) };
    }
    const [armed] = call.sandbox.faults.arm(body);
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
