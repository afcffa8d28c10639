import { type Refusal, refuse } from '../refusal.ts';
import { type Catalogue, UnknownScenario } from '../sandboxes/catalogue.ts';
import type { Incoming } from './exchange.ts';

const header = 'X-Understudy-Scenario';
const headerKey = header.toLowerCase();
const shown = 60;

/**
 * The scenario that a call asks for by its header, if any. One that does not exist is refused: it must never be answered
 * as if it had not been asked for.
 *
 * @throws Refusal naming the valid ids and the nearest
 */
export function askedScenario(
  { header: read }: Pick<Incoming, 'header'>,
  catalogue: Catalogue,
): string | undefined {
  const asked = read(headerKey);
  if (asked === undefined) return undefined;
  const [id = '', ...parameters] = asked.split(';').map(part => part.trim());
  try {
    catalogue.require(id);
  } catch (error) {
    throw error instanceof UnknownScenario ? refuse('UnknownScenario', error.message, header) : error;
  }
  if (parameters.length > 0) throw refuseParameters(id, parameters.join('; '));
  return id;
}

function refuseParameters(id: string, given: string): Refusal {
  const message = `"${given.slice(0, shown)}": scenario "${id}" takes no parameters; send "${header}: ${id}"`;
  return refuse('InvalidRequest', message, header);
}
