import type { ResponseOf } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { suggest } from '#contracts/util';
import type { Places } from '../inventory/index.ts';
import { refuse } from '../refusal.ts';
import type { Call, Reply } from './handler.ts';

const oddCase: Warning = {
  kind: 'lenient',
  field: 'airportCode',
  message: 'IATA codes have capital letters. The server read this code as capitals; send capitals',
};

/** Returns the airport with an IATA code. A code in small letters is accepted with a warning (ep.airport). */
export function airportDetail(
  airportCode: string,
  { sandbox: { places } }: Call,
): Reply<ResponseOf<'airportDetail'>> {
  const code = airportCode.toUpperCase();
  const destination = places.airport(code);
  if (!destination) throw refuse('NotFound', unknown(airportCode, places), 'airportCode');
  const { airport, id, name, countryCode, timeZone } = destination;
  const { iataCode, latitude, longitude } = airport;
  return {
    answer: {
      iataCode,
      name: airport.name,
      city: name.en,
      countryCode,
      latitude,
      longitude,
      timeZone,
      destinationId: id,
    },
    warnings: code === airportCode ? [] : [oddCase],
  };
}

function unknown(code: string, { destinations }: Places): string {
  const codes = destinations.map(({ airport }) => airport.iataCode);
  const hint = suggest(code, codes, `known are ${codes.join(', ')}`);
  return `no airport "${code.slice(0, 60)}"; ${hint}`;
}
