/** Quotes a text as one word of a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a placeholder for the value of a shell variable. It has only characters that JSON and addresses do not escape. */
export const variable = (name: string): string => `~~${name}~~`;

/** Returns a placeholder for a number, which JSON writes without quotes. */
export const numberVariable = (name: string): string => `~~n-${name}~~`;

/** Quotes a text as one word of a shell command. The word contains the shell variables instead of their placeholders. */
function quotedWith(text: string, names: readonly string[]): string {
  let word = quoted(text);
  for (const name of names) {
    const value = `'"$${name}"'`;
    for (const placeholder of [`"${numberVariable(name)}"`, numberVariable(name), variable(name)])
      word = word.replaceAll(placeholder, value);
  }
  return word;
}

/**
 * Writes a curl command.
 *
 * @param body the JSON body; undefined for a GET
 * @param more more options for headers, and the names of the variables that the address or the body uses
 * @example curl('POST', 'http://127.0.0.1:4010/API/REST/Hotel.svc/Search', body)
 */
export function curl(
  method: string,
  url: string,
  body?: object,
  { headers = [], names = [] }: { headers?: readonly string[]; names?: readonly string[] } = {},
): string {
  // Without the option -X, curl sends GET, or POST when there is a body.
  const flag = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  const command = `curl -s${flag} ${quotedWith(url, names)}`;
  if (!body) return command;
  const options = [`-H 'Content-Type: application/json'`, ...headers];
  return [command, ...options, `-d ${quotedWith(JSON.stringify(body), names)}`].join(' \\\n  ');
}

/** Converts a name to the spelling of a shell variable. @example variableName('hotel.doBooking') // 'DO_BOOKING' */
export function variableName(name: string): string {
  const last = name.split('.').at(-1) ?? '';
  return last
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .replace(/\W/g, '_')
    .toUpperCase();
}

/**
 * A shell function that prints the value after the n-th occurrence of a name in a JSON text. The function uses only
 * `grep` and `sed`, which every system has.
 */
export const pickFunction = String.raw`pick() { printf '%s' "$1" | grep -o "\"$2\":[[\"]*[^],}\"]*" | sed -n "$3{s/^.*\"//;s/^:\[*//;p;}"; }`;

/**
 * Writes a call of the shell function `pick`. A name can come from a profile, so its special characters are escaped.
 *
 * @param name the name as it appears between the quotes in JSON
 */
export function pickCommand(holder: string, name: string, nth: number): string {
  return `pick "$${holder}" ${quoted(name.replace(/[\\.*[^$]/g, '\\$&'))} ${nth}`;
}

/** A shell command that prints a new UUID v4. */
export const newUuid = String.raw`od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | sed 's/^\(.\{8\}\)\(.\{4\}\).\(...\).\(...\)/\1-\2-4\3-a\4-/'`;
