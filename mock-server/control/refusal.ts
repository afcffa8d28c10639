import {
  type ControlDetail,
  type ControlEndpoint,
  type ControlProblemCode,
  controlEndpoints,
  controlProblems,
} from '#contracts/control';
import { FaultError } from '#contracts/fault';
import { nearest } from '#contracts/util';
import { ClockRequestError } from '../clock/index.ts';
import { PortRefused, PortsUnavailable } from '../ports.ts';
import { SandboxError } from '../sandboxes/index.ts';
import { UnknownScenario } from '../scenario-runs/index.ts';

/** Ends a call to the control API with an error. Handlers throw it. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlProblemCode;
  readonly details: readonly ControlDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ControlProblemCode,
    message: string,
    more: { details?: readonly ControlDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = more.details ?? [];
    this.headers = more.headers ?? {};
  }
}

const maxShown = 100;

/**
 * A detail about a name that is none of the valid ones.
 *
 * @example unknownName({ field: 'id', value: 's2', what: 'no sandbox "s2" here' }, ['s1']).nearest // 's1'
 */
export function unknownName(
  { field, value, what }: { field: string; value: string; what: string },
  valid: Iterable<string>,
): ControlDetail {
  const names = [...valid];
  const near = nearest(value, names);
  const message = near === undefined ? what : `${what}; did you mean "${near}"?`;
  return {
    field,
    message,
    value,
    valid: names.slice(0, maxShown),
    ...(near !== undefined && { nearest: near }),
  };
}

/** A refusal that names every wrong field. */
export function refuseDetails(code: ControlProblemCode, details: readonly ControlDetail[]): ControlRefusal {
  const sentences = details.map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  return new ControlRefusal(code, sentences.join('; '), { details });
}

/** The Response of a refusal. */
export function refusalResponse({ code, message, details, headers }: ControlRefusal): Response {
  const { status } = controlProblems[code];
  return Response.json({ error: { code, message, details } }, { status, headers });
}

/** The refusal where no endpoint has a method and path: the path has other methods (405), or is unknown (404). */
export function refuseAddress(method: string, path: string): ControlRefusal {
  const endpoints = Object.values<ControlEndpoint>(controlEndpoints);
  const allowed = endpoints
    .filter(endpoint => filled(endpoint.path, path) === path)
    .map(endpoint => endpoint.method);
  if (allowed.length > 0) {
    const allow = allowed.join(', ');
    return new ControlRefusal('MethodNotAllowed', `${method} ${path}: this path takes ${allow}`, {
      details: [{ field: 'method', message: `takes ${allow}`, value: method, valid: allowed }],
      headers: { allow },
    });
  }
  const paths = new Set(endpoints.map(endpoint => filled(endpoint.path, path)));
  const detail = unknownName({ field: 'path', value: path, what: `no ${path} here` }, paths);
  return new ControlRefusal('NotFound', detail.message, { details: [detail] });
}

/** The path of an endpoint with its parameters as another path has them at the same places. */
function filled(pattern: string, path: string): string {
  const steps = path.split('/');
  return pattern
    .split('/')
    .map((step, index) => (step.startsWith('{') ? steps[index] || step : step))
    .join('/');
}

const sandboxCodes = { exists: 'Conflict', unknown: 'NotFound', invalid: 'InvalidRequest' } as const;
const faultCodes = { invalid: 'InvalidRequest', conflict: 'Conflict' } as const;

/** The refusal for an error; an unforeseen error is a defect of this server. */
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

function refuseScenario({ id: value, message, valid, nearest }: UnknownScenario): ControlRefusal {
  const detail = { field: 'scenario', message, value, valid: valid.slice(0, maxShown) };
  return refuseDetails('InvalidRequest', [{ ...detail, ...(nearest !== undefined && { nearest }) }]);
}
