/** A file that holds no traffic, or none that can be read; its message says what is wrong. */
export class TrafficFileError extends Error {
  override readonly name = 'TrafficFileError';
}

/** No message of the contract is nested deeper than a dozen levels; functions that walk through JSON call themselves. */
const maxDepth = 200;

/**
 * Parses JSON; undefined for what is not JSON.
 *
 * @param what begins the message of an error, such as "line 1 is"
 * @throws TrafficFileError for JSON that is nested deeper than 200 levels, before anything walks through it
 * @example parseShallow('[[]]', 'line 1 is') // [[]]
 */
export function parseShallow(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined; // what cannot be read said nothing
  }
  if (isDeep(text))
    throw new TrafficFileError(`${what} JSON that is nested more than ${maxDepth} deep; leave it out`);
  return value;
}

function isDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === backslash) index += 1;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === openBracket || code === openBrace) depth += 1;
    else if (code === closeBracket || code === closeBrace) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
