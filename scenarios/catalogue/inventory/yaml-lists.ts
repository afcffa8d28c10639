import { FileError, type Position } from '../file-error.ts';
import { parseYaml, type YamlDocument } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** The garbage collector clears small syntax trees early. */
const entriesPerPart = 20;

/** Aliases and several documents need the whole text. */
const needsWhole = /^(?:---|\.\.\.|%)|(?:^|[-:,[{])[ \t]*[&*]\w/m;
const topLevel = /^[^\s#-]/;
const listStart = /^[A-Za-z]\w*:[ \t]*(?:#.*)?$/;
const entryStart = /^( *)- /;

interface Part {
  readonly key: string;
  /** The index of the first entry in its list. */
  readonly offset: number;
  /** The number of the first line in the file. */
  readonly line: number;
  /** The characters of its entries in the file. */
  readonly from: number;
  to: number;
  count: number;
}

/** In parts if the text is large: a syntax tree needs over a hundred times the memory of its text. Throws a FileError. */
export async function readYamlLists(text: string): Promise<Pick<YamlDocument, 'value' | 'positionAt'>> {
  const yaml = await import('yaml');
  const split = text.length < manyCharacters || needsWhole.test(text) ? undefined : splitLists(text);
  if (!split) return parseYaml(text, yaml);
  const { others, parts } = split;
  const parsePart = ({ key, from, to }: Part) => parseYaml(`${key}:\n${text.slice(from, to)}`, yaml);
  // The parser sees the key of the list in a line before the entries.
  const inFile = ({ line }: Part, place: Position): Position => ({ ...place, line: line + place.line - 2 });
  const document = parseYaml(others, yaml);
  const value: Record<string, unknown> = { ...Object(document.value) };
  for (const part of parts) {
    const list = (value[part.key] ?? []) as unknown[];
    value[part.key] = list;
    for (const entry of entriesIn(part)) list.push(entry);
  }

  function entriesIn(part: Part): unknown[] {
    try {
      return Object(parsePart(part).value)[part.key];
    } catch (error) {
      if (!(error instanceof FileError) || !error.position) throw error;
      throw new FileError(error.message, { position: inFile(part, error.position) });
    }
  }

  return {
    value,
    positionAt(field) {
      const [start = '', key, index = ''] = /^(\w+)\[(\d+)\]/.exec(field) ?? [];
      const at = Number(index);
      const part = parts.find(one => one.key === key && at >= one.offset && at < one.offset + one.count);
      if (!part) return document.positionAt(field);
      const local = `${key}[${at - part.offset}]${field.slice(start.length)}`;
      return inFile(part, parsePart(part).positionAt(local));
    },
  };
}

/** Undefined for a text with an unusual form, which the parser must read as a whole. */
function splitLists(text: string): { others: string; parts: Part[] } | undefined {
  const others: string[] = [];
  const parts: Part[] = [];
  const keys = new Set<string>();
  let list: { key: string; indent: string | undefined; count: number } | undefined;
  let part: Part | undefined;
  let number = 0;
  for (const { 0: whole, index: from } of text.matchAll(/[^\n]*\n|[^\n]+/g)) {
    number += 1;
    const line = whole.replace(/\r?\n$/, '');
    if (topLevel.test(line)) {
      const [key = line] = line.split(':', 1);
      if (keys.has(key)) return undefined;
      keys.add(key);
      list = listStart.test(line) ? { key, indent: undefined, count: 0 } : undefined;
      part = undefined;
      others.push(list ? '' : line);
      continue;
    }
    if (!list) {
      others.push(line);
      continue;
    }
    others.push('');
    const [, indent] = entryStart.exec(line) ?? [];
    list.indent ??= indent;
    if (indent !== undefined && indent === list.indent) {
      if (!part || part.count === entriesPerPart) {
        part = { key: list.key, offset: list.count, line: number, from, to: from, count: 0 };
        parts.push(part);
      }
      part.count += 1;
      list.count += 1;
    } else if (!part && line.trim() !== '' && !line.trimStart().startsWith('#')) return undefined;
    if (part) part.to = from + whole.length;
  }
  return { others: others.join('\n'), parts };
}
