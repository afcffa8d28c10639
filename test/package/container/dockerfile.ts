/** One instruction of a Dockerfile: its name, such as `COPY`, and the rest of its line. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A stage, which a `FROM` begins. */
export interface Stage {
  readonly base: string;
  /** The name after `AS`. The last stage has none. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/**
 * Parses a Dockerfile, as far as ours needs it: comments, lines that continue after a backslash, stages.
 *
 * @throws Error for an instruction in front of the first `FROM`
 * @example readDockerfile('FROM node:24-slim AS one\nUSER node')[0].instructions // [{ name: 'USER', rest: 'node' }]
 */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '');
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, base = '', as] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
    if (name === 'FROM') stages.push({ base, name: as, instructions: [] });
    else if (stages.length === 0) throw new Error(`the Dockerfile has "${line}" in front of its first FROM`);
    else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/**
 * Returns whether a path of the context goes to the builder, by the lines of a .dockerignore. A line is `*`, a name at the
 * top level, or `!` and a name that is included. The last matching line counts.
 *
 * @throws Error for a pattern of another kind, which is not read here
 */
export function isSent(path: string, dockerignore: string): boolean {
  const top = path.split('/')[0];
  let sent = true;
  for (const line of dockerignore.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, not, name] = /^(!?)(\*|[\w.-]+)$/.exec(line) ?? [];
    if (name === undefined)
      throw new Error(`.dockerignore has "${line}": write "*", a name, or "!" and a name`);
    if (name === '*' || name === top) sent = not === '!';
  }
  return sent;
}

/** Returns the entries of a JSON list, or the shell command of a line. */
export function wordsOf(rest: string): string[] {
  return rest.startsWith('[') ? JSON.parse(rest) : ['bash', '-c', rest];
}
