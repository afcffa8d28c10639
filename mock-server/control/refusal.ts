import {
  type ControlDetail,
  type ControlEndpoint,
  type ControlProblemCode,
  controlEndpoints,
  controlProblems,
} from '#contracts/control';
import { FaultError } from '#contracts/fault';
import { fillPath, nearest, suggest } from '#contracts/util';
import { StoreError, storeText } from '../books/index.ts';
import { ClockRequestError } from '../clock/index.ts';
import {
  PortRefused,
  PortsUnavailable,
  type Sandbox,
  SandboxError,
  UnknownScenario,
} from '../sandbox/index.ts';

interface MoreOfRefusal {
  readonly details?: readonly ControlDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlProblemCode;
  readonly details: readonly ControlDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ControlProblemCode, message: string, { details = [], headers = {} }: MoreOfRefusal = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

const maxShown = 100;

export function refuseUnknown(field: string, value: string, problem: string, valid: Iterable<string>): never {
  throw refuseDetails('NotFound', [nearestDetail(field, value, problem, [...valid])]);
}

export function refuseValue(field: string, value: string, valid: readonly string[]): never {
  const problem = `"${value}" is not valid; expected ${valid.join(' or ')}`;
  throw refuseDetails('InvalidRequest', [nearestDetail(field, value, problem, valid)]);
}

function nearestDetail(field: string, value: string, problem: string, valid: readonly string[]) {
  const message = `${problem}${suggest(value, valid, '', '; ')}`;
  return { field, message, value, valid: valid.slice(0, maxShown), nearest: nearest(value, valid) };
}

export function refuseDetails(code: ControlProblemCode, details: readonly ControlDetail[]): ControlRefusal {
  const sentences = details.map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  return new ControlRefusal(code, sentences.join('; '), { details });
}

export function refusalResponse({ code, message, details, headers }: ControlRefusal): Response {
  const { status } = controlProblems[code];
  return Response.json({ error: { code, message, details } }, { status, headers });
}

export function refuseAddress(method: string, path: string): ControlRefusal {
  const endpoints = Object.values<ControlEndpoint>(controlEndpoints);
  const allowed = endpoints
    .filter(endpoint => fillPath(endpoint.path, path) === path)
    .map(endpoint => endpoint.method);
  if (allowed.length > 0) {
    const allow = allowed.join(', ');
    return new ControlRefusal('MethodNotAllowed', `${method} is not a method of ${path}; use ${allow}`, {
      details: [{ field: 'method', message: `use ${allow}`, value: method, valid: allowed }],
      headers: { allow },
    });
  }
  const paths = new Set(endpoints.map(endpoint => fillPath(endpoint.path, path)));
  return refuseUnknown('path', path, `no endpoint has the path ${path}`, paths);
}

function storeUnavailable(error: StoreError): ControlRefusal {
  const text = storeText(error);
  if (text === undefined) return new ControlRefusal('InternalError', error.message);
  return new ControlRefusal('StoreUnavailable', text, { headers: { 'retry-after': '1' } });
}

export function requireOpen(sandbox: Sandbox, effect: string): Sandbox {
  if (!sandbox.closed) return sandbox;
  const { id } = sandbox.identity;
  throw new ControlRefusal(
    'Conflict',
    `sandbox "${id}" is closed, so ${effect}; POST …/reset opens the sandbox again`,
  );
}

const sandboxCodes = {
  exists: 'Conflict',
  unknown: 'NotFound',
  invalid: 'InvalidRequest',
  full: 'QuotaExceeded',
} as const;
const faultCodes = { invalid: 'InvalidRequest', conflict: 'Conflict' } as const;

export function describeError(error: unknown): ControlRefusal {
  if (error instanceof ControlRefusal) return error;
  if (error instanceof FaultError) return refuseDetails(faultCodes[error.code], error.details);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SandboxError) {
    const details = [{ field: 'id', message, value: error.id }];
    return new ControlRefusal(sandboxCodes[error.code], message, { details });
  }
  if (error instanceof ClockRequestError)
    return new ControlRefusal('InvalidRequest', message, { details: [{ field: error.field, message }] });
  if (error instanceof UnknownScenario) {
    const { id: value, valid, nearest } = error;
    const detail = { field: 'scenario', message, value, valid: valid.slice(0, maxShown), nearest };
    return refuseDetails('InvalidRequest', [detail]);
  }
  if (error instanceof StoreError) return storeUnavailable(error);
  if (error instanceof PortsUnavailable) return refuseDetails('InvalidRequest', [{ field: 'port', message }]);
  if (error instanceof PortRefused)
    return refuseDetails('Conflict', [{ field: 'port', message, value: error.port }]);
  const what = error instanceof Error ? `${error.name}: ${message}` : message;
  return new ControlRefusal('InternalError', `the server failed because of a defect of its own: ${what}`);
}
