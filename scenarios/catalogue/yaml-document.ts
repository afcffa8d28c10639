import type { Document, LineCounter, Node, Pair } from 'yaml';
import { isObject } from '#contracts/util';
import { FileError, type Position, readText } from './file-error.ts';

export interface YamlDocument {
  /** Without the field `$schema`, with which a file names its schema for editors. */
  readonly value: unknown;
  /** Returns the place of a field by its path, such as `task.steps[0].product`; for a missing field, the place of its parent. */
  positionAt(field: string): Position;
}

/** Throws a FileError, with the line number if the text is not YAML. */
export async function readYamlDocument(path: string): Promise<YamlDocument> {
  return parseYaml(await readText(path), await import('yaml'));
}

/** Parses YAML or JSON, which begins in a line of a file. @throws FileError if the text is not YAML */
export function parseYaml(text: string, yaml: typeof import('yaml'), firstLine = 1): YamlDocument {
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines });
  if (text.includes('*')) checkAliases({ yaml, document, lines });
  if (document.errors.some(({ code }) => code === 'MULTIPLE_DOCS'))
    throw new FileError(
      'not valid YAML: the file contains several documents; write the documents as one list, or in separate files',
    );
  // Only the first error is reported, because the other errors usually follow from it. The first line of the message contains the
  // cause and the place. The other lines are an excerpt of the file.
  const [error] = document.errors;
  if (error) {
    const { line: lineInText = 1, col: column = 1 } = error.linePos?.[0] ?? {};
    const line = lineInText + firstLine - 1;
    const [message = ''] = error.message.split('\n');
    const inFile = message.replace(/:$/, '').replace(/ at line \d+(?=, column \d+$)/, ` at line ${line}`);
    throw new FileError(`not valid YAML: ${inFile}`, { position: { line, column } });
  }
  return {
    value: withoutSchema(toValue(document)),
    positionAt(field) {
      const { line, column } = positionAt(field, { yaml, document, lines });
      return { line: line + firstLine - 1, column };
    },
  };
}

/** @throws FileError for an alias without an anchor, or inside the value of its anchor */
function checkAliases({ yaml, document, lines }: Parsed): void {
  const anchors = new Map<string, Node>();
  yaml.visit(document, {
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_, alias, ancestors) {
      const target = anchors.get(alias.source); // alias.resolve would visit the document for each alias
      if (target && !ancestors.includes(target)) return;
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
      const name = `"*${alias.source}" at line ${line}, column ${col}`;
      const why = target
        ? `${name} refers to a value that contains the alias; write the value in full`
        : `not valid YAML: the alias ${name} has no anchor; put a text that begins with "*" in quotes`;
      throw new FileError(why, { position: { line, column: col } });
    },
  });
}

function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}

function toValue(document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : String(problem);
    throw new FileError(
      why.startsWith('Excessive alias count')
        ? 'the aliases expand to too many values; write the values in full instead of the aliases'
        : `not valid YAML: ${why}`,
    );
  }
}

interface Parsed {
  readonly yaml: typeof import('yaml');
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** An index, a key in quotes, because it contains a dot, or another key. */
const stepsOfPath = /\[(\d+)\]|\["(.+?)"\](?=[.[]|$)|\.?((?:[^.[]|\[(?!\d|"))+)/g;

function positionAt(field: string, { yaml, document, lines }: Parsed): Position {
  let here: Node | null | undefined = document.contents;
  let at = here?.range?.[0] ?? 0;
  for (const [, index, quoted, plain] of field.matchAll(stepsOfPath)) {
    while (yaml.isAlias(here)) here = here.resolve(document);
    const key = quoted ?? plain;
    const pair: Pair<Node, Node | null> | undefined = yaml.isMap<Node, Node | null>(here)
      ? here.items.find(one => yaml.isScalar(one.key) && String(one.key.value) === key)
      : undefined;
    const item: Node | undefined = yaml.isSeq<Node>(here) ? here.items[Number(index)] : undefined;
    const found = pair?.key ?? item;
    if (!found) break;
    at = found.range?.[0] ?? 0;
    here = pair ? pair.value : item;
  }
  const { line, col } = lines.linePos(at);
  return { line, column: col };
}
