const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A placeholder whose characters neither JSON nor addresses escape. */
export const variable = (name: string): string => `~~${name}~~`;

/** A placeholder that JSON writes without quotes. */
export const numberVariable = (name: string): string => `~~n-${name}~~`;

function quotedWith(text: string, names: readonly string[]): string {
  let word = quoted(text);
  for (const name of names) {
    const value = `'"$${name}"'`;
    for (const placeholder of [`"${numberVariable(name)}"`, numberVariable(name), variable(name)])
      word = word.replaceAll(placeholder, value);
  }
  return word;
}

/** `names`: of the variables in the address or the body. */
export function curl(
  method: string,
  url: string,
  body?: object,
  { headers = [], names = [] }: { headers?: readonly string[]; names?: readonly string[] } = {},
): string {
  // Without -X, curl sends GET, or POST when there is a body.
  const flag = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  const command = `curl -s${flag} ${quotedWith(url, names)}`;
  if (!body) return command;
  const options = [`-H 'Content-Type: application/json'`, ...headers];
  return [command, ...options, `-d ${quotedWith(JSON.stringify(body), names)}`].join(' \\\n  ');
}

export function variableName(name: string): string {
  const last = name.split('.').at(-1) ?? '';
  return last
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .replace(/\W/g, '_')
    .toUpperCase();
}

/** Prints the value after the n-th occurrence of a name in a JSON text, with tools that every system has. */
export const pickFunction = String.raw`pick() { printf '%s' "$1" | grep -o "\"$2\":[[\"]*[^],}\"]*" | sed -n "$3{s/^.*\"//;s/^:\[*//;p;}"; }`;

/** A name can come from a profile, so its special characters are escaped. */
export function pickCommand(holder: string, name: string, nth: number): string {
  return `pick "$${holder}" ${quoted(name.replace(/[\\.*[^$]/g, '\\$&'))} ${nth}`;
}

/** Prints a UUID v4. */
export const newUuid = String.raw`od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | sed 's/^\(.\{8\}\)\(.\{4\}\).\(...\).\(...\)/\1-\2-4\3-a\4-/'`;
