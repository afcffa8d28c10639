import { FaultError } from '#contracts/fault';
import { ClockRequestError } from '../clock/index.ts';
import { PortRefused, PortsUnavailable } from '../ports.ts';
import { SandboxError } from '../sandboxes/index.ts';
import { UnknownScenario } from '../scenario-runs/index.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';

const sandboxCodes = { exists: 'Conflict', unknown: 'NotFound', invalid: 'InvalidRequest' } as const;
const faultCodes = { invalid: 'InvalidRequest', conflict: 'Conflict' } as const;

/** Whatever went wrong, as the refusal that tells of it; what nobody foresaw is a defect of ours. */
export function describeError(error: unknown): ControlRefusal {
  if (error instanceof ControlRefusal) return error;
  if (error instanceof SandboxError) {
    const { code, message, id: value } = error;
    return new ControlRefusal(sandboxCodes[code], message, { details: [{ field: 'id', message, value }] });
  }
  if (error instanceof FaultError) return refuseDetails(faultCodes[error.code], error.details);
  if (error instanceof ClockRequestError) {
    const { field, message } = error;
    return new ControlRefusal('InvalidRequest', message, { details: [{ field, message }] });
  }
  if (error instanceof UnknownScenario) return refuseScenario(error);
  if (error instanceof PortsUnavailable)
    return refuseDetails('InvalidRequest', [{ field: 'port', message: error.message }]);
  if (error instanceof PortRefused) {
    const { port: value, message } = error;
    return refuseDetails('Conflict', [{ field: 'port', message, value }]);
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new ControlRefusal('InternalError', `the stand-in failed, which is a defect of it: ${what}`);
}

const mostShown = 100;

function refuseScenario({ id: value, message, valid, nearest }: UnknownScenario): ControlRefusal {
  const detail = { field: 'scenario', message, value, valid: valid.slice(0, mostShown) };
  return refuseDetails('InvalidRequest', [{ ...detail, ...(nearest !== undefined && { nearest }) }]);
}
