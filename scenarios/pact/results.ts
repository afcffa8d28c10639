import { asObject, type JsonObject } from '#contracts/util';

/**
 * Returns the differences of the interaction with the given number, as lines; undefined if the verifier reports nothing about
 * this interaction.
 */
export type ResultOf = (number: number) => readonly string[] | undefined;

/**
 * Parses the results of Pact's verifier for one pact. The description of each interaction in the results is a number.
 *
 * @throws Error with the message of the verifier if the verifier could not run
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
    throw new Error(`Pact's verifier could not run: ${json}`);
  }
}

function differences({ result, mismatch }: JsonObject): string[] {
  if (result === 'OK') return [];
  const { mismatches, message } = asObject(mismatch);
  // The verifier reports differences in random order, so this function sorts them.
  if (Array.isArray(mismatches) && mismatches.length > 0)
    return mismatches.map(asObject).map(difference).sort();
  return [typeof message === 'string' ? message : JSON.stringify(mismatch ?? result)];
}

function difference({ type, path, key, parameter, mismatch }: JsonObject): string {
  const place = String(path ?? key ?? parameter ?? '');
  return `${`${String(type).replace(/Mismatch$/, '')} ${place}`.trim()}: ${mismatch}`;
}
