import { randomUUID } from 'node:crypto';
import type { Fetch } from '../hotel-client.ts';

/**
 * Runs a sample script of the tool server as a shell does, but without a shell and without a port. It knows only what these
 * scripts use: curl, variables, and the function "pick". The shell itself runs them in samples.system.test.ts.
 */
export async function runSample(script: string, fetch: Fetch): Promise<void> {
  const variables = new Map<string, string>();
  const send = async (command: string): Promise<string> => {
    const options = wordsOf(command, variables);
    const url = options.find(word => /^https?:/.test(word)) ?? '';
    const valuesOf = (option: string) => options.filter((_, index) => options[index - 1] === option);
    const headers = valuesOf('-H').map(header => header.split(': ', 2) as [string, string]); // the script writes such a header
    const [body] = valuesOf('-d');
    const [method = body === undefined ? 'GET' : 'POST'] = valuesOf('-X');
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    return answer.text();
  };
  const lines = script.replaceAll('\\\n', '').replaceAll(/\$\(od [^"]*\)(?=")/g, () => randomUUID());
  for (const line of lines.split('\n')) {
    const [, name = '', holder = '', key = '', nth] =
      /^(\w+)=\$\(pick "\$(\w+)" (.*) (\d+)\)$/.exec(line) ?? [];
    const [, answer, command = line] = /^(\w+)=\$\((curl .*)\)$/.exec(line) ?? [];
    if (nth)
      variables.set(name, pick(variables.get(holder) ?? '', wordsOf(key, variables).join(' '), Number(nth)));
    else if (command.startsWith('curl ')) variables.set(answer ?? '', await send(command));
    else if (!/^(?:pick\(\) .*)?$/.test(line)) throw new Error(`runSample: unknown line ${line}`);
  }
}

/** Splits a command into its words, and replaces variables in double quotes. */
function wordsOf(command: string, variables: ReadonlyMap<string, string>): string[] {
  const parts = command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|(\s+)|([^\s'"\\]+)/gs);
  const words = [''];
  for (const [, single, double, escaped, space, plain] of parts)
    if (space !== undefined) words.push('');
    else
      words.push(
        (words.pop() ?? '') +
          (single ?? double?.replace(/\$(\w+)/g, (_, name) => variables.get(name) ?? '') ?? escaped ?? plain),
      );
  return words;
}

/** Does what the function "pick" of the scripts does with grep and sed. `key` is a basic regular expression. */
function pick(answer: string, key: string, nth: number): string {
  const name = key.replace(/\\(.)/g, '$1').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = [...answer.matchAll(new RegExp(`"${name}":[["]*[^\\],}"]*`, 'g'))][nth - 1]?.[0] ?? '';
  return found.replace(/^.*"/s, '').replace(/^:\[*/, '');
}
