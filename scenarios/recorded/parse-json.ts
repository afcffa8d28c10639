/** The error for a file without readable traffic. The message describes the problem in the file. */
export class TrafficFileError extends Error {
  override readonly name = 'TrafficFileError';
}

/**
 * The maximum depth of nested JSON. The limit protects recursive functions. Requests and answers of the supplier have at
 * most a dozen levels.
 */
const maxDepth = 200;

/**
 * Parses JSON; undefined when the text is not JSON.
 *
 * @param what the first words of the error message, such as "line 1 is"
 * @throws TrafficFileError for JSON with more than 200 levels
 * @example parseJson('[[]]', 'line 1 is') // [[]]
 */
export function parseJson(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (isDeep(text))
    throw new TrafficFileError(
      `${what} JSON that is nested more than ${maxDepth} levels deep; remove this value`,
    );
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
