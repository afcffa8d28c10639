import { readFile } from 'node:fs/promises';
import type { Document, LineCounter, Node } from 'yaml';
import { FileError, unreadable } from './file-error.ts';

/** What a YAML (or JSON) file says, and where. */
export interface YamlDocument {
  readonly value: unknown;
  /** The line of a field by its path, such as `task.steps[0].product`; of what is missing, that of what it belongs to. */
  lineAt(field: string): number;
}

/**
 * Reads a YAML (or JSON) file.
 *
 * @param path as the system takes it
 * @throws FileError when it cannot be read, or is no YAML, naming the line
 */
export async function readYamlDocument(path: string): Promise<YamlDocument> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw unreadable(error);
  });
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines });
  yaml.visit(document, {
    Alias(_, alias, ancestors) {
      const target = alias.resolve(document);
      if (target && !ancestors.includes(target)) return;
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
      if (target)
        throw new FileError(
          `"*${alias.source}" at line ${line}, column ${col} stands for a value that contains it; write that value out`,
        );
      throw new FileError(
        `no YAML: "*${alias.source}" at line ${line}, column ${col} names nothing; a text that begins with "*" is put in quotes`,
      );
    },
  });
  if (document.errors.some(({ code }) => code === 'MULTIPLE_DOCS'))
    throw new FileError(
      'no YAML: holds several documents, and one is read; write them as a list, or into files of their own',
    );
  // Further errors are mostly echoes of the first; its first line says what and where, the rest is a drawing of it.
  const [error] = document.errors;
  if (error) throw new FileError(`no YAML: ${error.message.split('\n')[0]?.replace(/:$/, '') ?? ''}`);
  return {
    value: toValue(document),
    lineAt: field => lineAt(field, { yaml, document, lines }),
  };
}

function toValue(document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (problem) {
    throw new FileError(`no YAML: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}

interface Parsed {
  readonly yaml: typeof import('yaml');
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

function lineAt(field: string, { yaml, document, lines }: Parsed): number {
  let here: Node | null | undefined = document.contents;
  let at = here?.range?.[0] ?? 0;
  let rest = field;
  while (rest !== '' && here) {
    if (yaml.isAlias(here)) {
      here = here.resolve(document);
      continue;
    }
    const step = stepInto(here, rest, yaml);
    if (!step) break;
    at = step.at;
    here = step.value;
    rest = step.rest;
  }
  return lines.linePos(at).line;
}

interface Step {
  readonly at: number;
  readonly value: Node | null;
  readonly rest: string;
}

/** One step along a path; keys can have dots in them, so the keys that are there decide how far it goes. */
function stepInto(here: Node, path: string, yaml: Parsed['yaml']): Step | undefined {
  if (yaml.isSeq<Node>(here)) {
    const [whole, index] = /^\[(\d+)\]\.?/.exec(path) ?? [];
    const value = here.items[Number(index)];
    return whole === undefined || !value
      ? undefined
      : { at: value.range?.[0] ?? 0, value, rest: path.slice(whole.length) };
  }
  if (!yaml.isMap<Node, Node | null>(here)) return undefined;
  for (const { key, value } of here.items) {
    const name = yaml.isScalar(key) ? String(key.value) : '';
    const written = [name, `["${name}"]`].find(form => startsWithStep(path, form));
    if (written === undefined || name === '') continue;
    return { at: key.range?.[0] ?? 0, value, rest: path.slice(written.length).replace(/^\./, '') };
  }
  return undefined;
}

const startsWithStep = (path: string, step: string): boolean =>
  path.startsWith(step) && ['', '.', '['].includes(path.charAt(step.length));
