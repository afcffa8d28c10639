import { eachFault, type Fault, FaultError, readFault, scopeOf } from '#contracts/fault';
import { ValueError } from './cli-error.ts';

/**
 * Reads a fault in short, or as JSON: one, or a list of them.
 *
 * @throws ValueError naming every field that is wrong, or where it is no JSON
 * @example readFaults('hotel.doBooking:cut,commit=before,times=1')
 */
export function readFaults(given: string): readonly Fault[] {
  const value = /^\s*[{[]/.test(given) ? parseJson(given) : given;
  try {
    return Array.isArray(value) ? eachFault(value, readOne) : [readOne(value)];
  } catch (error) {
    throw error instanceof FaultError ? new ValueError(error.message.replace(/^fault: /, '')) : error;
  }
}

function readOne(given: unknown): Fault {
  const fault = readFault(given);
  scopeOf(fault); // refuses operations and fields that there are none of
  return fault;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ValueError(`no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
