import { type AnyOperation, type Dialect, pathPattern } from '#contracts';
import { earliestToday, latestToday } from '#contracts/calendar';
import type { Warning } from '#contracts/exchange';
import { isUnspecifiedAt } from '#contracts/schema-walk';
import { maskText } from '#contracts/util';
import { Refusal } from '../books/index.ts';
import { type Address, addressesOf, parametersIn } from './match.ts';
import { check, readRequest } from './read.ts';

/** The address of a recorded call. */
export interface FoundAddress {
  readonly address: Address;
  readonly operation: AnyOperation;
  /** The part of the path that the contract defines. A proxy or a gateway can put more before it. */
  readonly path: string;
}

/** The parts of a call that another program has recorded. */
export interface RecordedParts {
  /** With the question mark; empty without a query. */
  readonly query: string;
  /** Undefined when the recording does not contain the body. */
  readonly text: string | undefined;
  /** In milliseconds since 1970. */
  readonly at: number;
  header(name: string): string | undefined;
}

export interface Inspected {
  /** The request with the names and words of the contract, as far as the server can repair the request. */
  readonly body: unknown;
  readonly warnings: Warning[];
}

export interface Inspector {
  /** Finds the operation of a call by its method and the end of its path. */
  find(method: string, path: string): FoundAddress | undefined;
  /** Returns the warnings of a call to the stand-in, and one for each reason for which the stand-in refuses the call. */
  inspect(found: FoundAddress, parts: RecordedParts): Inspected;
}

/**
 * Creates an inspector for recorded calls of clients that use a dialect.
 *
 * @example createInspector(dialect).find('POST', '/v2/API/REST/Hotel.svc/Search')?.operation.id // 'hotel.search'
 */
export function createInspector(dialect: Dialect): Inspector {
  const known = addressesOf(dialect).map(address => ({
    address,
    pattern: new RegExp(`${pathPattern(address.path)}$`, 'i'),
  }));
  return {
    find(method, sent) {
      for (const { address, pattern } of known) {
        const path = address.method === method ? pattern.exec(sent)?.[0] : undefined;
        if (path !== undefined) return { address, operation: address.operation, path };
      }
      return undefined;
    },
    inspect({ address, operation, path }, { query, text, at, header }) {
      const warnings: Warning[] = [];
      const parameters = parametersIn(path, address, warnings);
      const isGet = operation.method === 'GET';
      if (text === undefined && !isGet) return { body: undefined, warnings };
      const incoming = { url: path + query, header };
      const sandbox = { redactor: { redactText: (own: string) => maskText(own) } };
      try {
        const parts = { operation, parameters, warnings, incoming, sandbox, text: text ?? '' };
        const given = readRequest(parts, dialect).body;
        const { repaired, complaints } = check(operation, given, contextAt(at, operation, dialect), warnings);
        return { body: repaired, warnings: [...warnings, ...complaints.map(one => wrong(one, operation))] };
      } catch (error) {
        // The supplier has already refused such a request, so its answer says what is wrong.
        if (error instanceof Refusal) return { body: undefined, warnings };
        throw error;
      }
    },
  };
}

const contextAt = (at: number, { id }: AnyOperation, dialect: Dialect) => ({
  isOptional: (path: string) => dialect.isOptional(id, path),
  latestToday: latestToday(at),
  // The time zone of the booked place is unknown here, so the earliest current date in any time zone is used.
  today: () => earliestToday(at),
  supplier: () => [],
});

function wrong({ field, message }: { field: string; message: string }, { request }: AnyOperation): Warning {
  const isUnspecified = isUnspecifiedAt(request, field, message.startsWith('missing'));
  return { kind: isUnspecified ? 'assumed-wrong' : 'wrong', field, message: maskText(message) };
}
