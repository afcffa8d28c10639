import { asObject, type JsonObject } from '#contracts/util';

/** What differs in the interaction of a number, a line each; undefined where the verifier says nothing of it. */
export type ResultOf = (number: number) => readonly string[] | undefined;

/**
 * Reads what the core of Pact's verifier says of the interactions of one pact, which have their numbers for descriptions.
 *
 * @throws Error where it could not verify anything, with what it says instead
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
  const told = asObject(mismatch);
  if (Array.isArray(told.mismatches) && told.mismatches.length > 0)
    // The core gives them in an order of chance.
    return told.mismatches.map(entry => difference(asObject(entry))).sort();
  return [typeof told.message === 'string' ? told.message : JSON.stringify(mismatch ?? result)];
}

function difference({ type, path, key, parameter, mismatch }: JsonObject): string {
  const where = [String(type).replace(/Mismatch$/, ''), path ?? key ?? parameter].filter(
    part => part !== undefined && part !== '',
  );
  return `${where.join(' ')}: ${mismatch}`;
}
