import { isOperationId } from '#contracts';
import { type Fault, readFault } from '#contracts/fault';
import { crashMoments } from '#contracts/scenario';
import type { Injection, Schedule } from './schedule.ts';

/** The error for a text that is not a disturbance. */
export class InjectionError extends Error {
  override readonly name = 'InjectionError';
}

/** Returns the fault of an injection as shorthand; as an object if a parameter is a list or an object. */
export function faultOf({ operation, nth, effect }: Extract<Injection, { effect: unknown }>): string | Fault {
  const { kind, ...parameters } = effect;
  const entries = Object.entries(parameters);
  if (entries.some(([, value]) => typeof value === 'object'))
    return { match: { operations: [operation], nth }, effect };
  const rest = [...entries, ['nth', nth]].map(([name, value]) => `${name}=${value}`);
  return `${operation}:${[kind, ...rest].join(',')}`;
}

/**
 * Writes a disturbance as text. `readInjection` reads this text.
 *
 * @example writeInjection({ operation: 'hotel.search', nth: 1, crash: 'before' }) // 'hotel.search:crash=before,nth=1'
 */
export function writeInjection(injection: Injection): string {
  if ('crash' in injection) return `${injection.operation}:crash=${injection.crash},nth=${injection.nth}`;
  const fault = faultOf(injection);
  return typeof fault === 'string' ? fault : JSON.stringify(fault);
}

/**
 * Reads a disturbance from a text: a crash, or a fault in shorthand or JSON that names one operation.
 *
 * @throws InjectionError
 * @throws FaultError for a wrong fault
 * @example readInjection('hotel.doBooking:cut,commit=before,nth=1')
 */
export function readInjection(text: string): Injection {
  const [, at = '', moment, count = '1'] = /^([\w.]+):crash=(\w+)(?:,nth=(\d{1,4}))?$/.exec(text) ?? [];
  const crash = crashMoments.find(one => one === moment);
  if (isOperationId(at) && crash !== undefined) return { operation: at, nth: Number(count), crash };
  if (moment !== undefined)
    throw new InjectionError(
      `"${text}": expected an operation and one of ${crashMoments.join(', ')}, such as hotel.doBooking:crash=committed,nth=1`,
    );
  const { match = {}, effect } = readFault(text.startsWith('{') ? parseJson(text) : text);
  const [operation, ...others] = match.operations ?? [];
  const { nth = 1 } = match;
  if (operation === undefined || others.length > 0 || !isOperationId(operation) || typeof nth !== 'number')
    throw new InjectionError(
      `"${text}": name exactly one operation and one call, such as hotel.search:cut,nth=1`,
    );
  return { operation, nth, effect };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InjectionError(
      `"${text}" is not JSON; write a fault in shorthand, such as hotel.search:cut,nth=1`,
    );
  }
}

/** Writes a schedule as text, one disturbance after the other. */
export const writeSchedule = (schedule: Schedule): string[] => schedule.map(writeInjection);
