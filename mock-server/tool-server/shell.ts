/** A text as one word of a shell command. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Stands in a text for the value of a shell variable; goes through JSON and addresses unchanged. */
export const variable = (name: string): string => `~~${name}~~`;

/** The same for a number, which JSON writes without quotes. */
export const numberVariable = (name: string): string => `~~n-${name}~~`;

/** A text as one word of a shell command in which the given variables stand for their values. */
export function quotedWith(text: string, names: readonly string[]): string {
  let word = quoted(text);
  for (const name of names) {
    const value = `'"$${name}"'`;
    word = word.replaceAll(`"${numberVariable(name)}"`, value).replaceAll(numberVariable(name), value);
    word = word.replaceAll(variable(name), value);
  }
  return word;
}

/** A name as shell variables are written. @example variableName('hotel.doBooking') // 'DO_BOOKING' */
export function variableName(name: string): string {
  const last = name.split('.').at(-1) ?? '';
  return last
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .replace(/\W/g, '_')
    .toUpperCase();
}

/**
 * A shell function that prints a value of a JSON text: the one behind the n-th occurrence of a name. It needs no more
 * than any system has.
 */
export const pickFunction = String.raw`pick() { printf '%s' "$1" | grep -o "\"$2\":[[\"]*[^],}\"]*" | sed -n "$3{s/^.*\"//;s/^:\[*//;p;}"; }`;

/**
 * A call of that function. A name can come from a profile, so it is written as a pattern that means it letter by letter,
 * and as one word.
 *
 * @param name as JSON writes it between its quotes
 */
export function pickCommand(holder: string, name: string, nth: number): string {
  return `pick "$${holder}" ${quoted(name.replace(/[\\.*[^$]/g, '\\$&'))} ${nth}`;
}

/** A shell command that prints a new UUID v4. */
export const newUuid = String.raw`od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | sed 's/^\(.\{8\}\)\(.\{4\}\).\(...\).\(...\)/\1-\2-4\3-a\4-/'`;
