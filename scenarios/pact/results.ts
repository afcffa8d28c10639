import { asObject, type JsonObject } from '#contracts/util';

/** Returns the differences of the interaction with a number, as lines; undefined if the verifier reports nothing about it. */
export type ResultOf = (number: number) => readonly string[] | undefined;

/**
 * Parses the results of one pact from Pact's verifier. The descriptions of its interactions are numbers.
 *
 * @throws Error with the message of the verifier if it could not run
 */
export function readResults(json: string): ResultOf {
  const { interactionResults } = parse(json);
  const results = Array.isArray(interactionResults) ? interactionResults.map(asObject) : [];
  return number => {
    const own = results.filter(({ description }) => description === String(number));
    return own.length === 0 ? undefined : own.flatMap(differences);
  };
}

function parse(json: string): JsonObject {
  try {
    return asObject(JSON.parse(json));
  } catch {
    throw new Error(`the verifier of Pact could not run: ${json}`);
  }
}

function differences({ result, mismatch }: JsonObject): string[] {
  if (result === 'OK') return [];
  const { mismatches, message } = asObject(mismatch);
  // The verifier reports them in random order.
  if (Array.isArray(mismatches) && mismatches.length > 0)
    return mismatches.map(asObject).map(difference).sort();
  return [typeof message === 'string' ? message : JSON.stringify(mismatch ?? result)];
}

function difference({ type, path, key, parameter, mismatch }: JsonObject): string {
  const place = String(path ?? key ?? parameter ?? '');
  return `${`${String(type).replace(/Mismatch$/, '')} ${place}`.trim()}: ${mismatch}`;
}
