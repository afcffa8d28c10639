import { eachFault, FaultError, type ParsedFault, parseFault } from '#contracts/fault';
import { ValueError } from './cli-error.ts';

/**
 * Parses a fault in shorthand or JSON form, or a JSON list of faults.
 *
 * @param source the name of the option, which later error messages show
 * @throws ValueError whose message lists every wrong field, or says why the text is not valid JSON
 * @example readFaults('hotel.doBooking:cut,commit=before,times=1', '--fault')
 */
export function readFaults(text: string, source: string): readonly ParsedFault[] {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : text;
  try {
    if (!Array.isArray(value)) return [parseFault(value).withSource(`${source} "${text}"`)];
    const parse = (fault: unknown) => parseFault(fault).withSource(`${source} ${JSON.stringify(fault)}`);
    return eachFault(value, parse, index => `[${index}]`);
  } catch (error) {
    throw error instanceof FaultError ? new ValueError(error.lines.join('; ')) : error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ValueError(`the value is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
