import { FileError, type Position } from '../file-error.ts';
import { parseYaml, type YamlDocument } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** The garbage collector clears small syntax trees early. */
const entriesPerPart = 20;

/** Aliases and several documents need the whole text. */
const needsWhole = /^(?:---|\.\.\.|%)|(?:^|[-:,[{])[ \t]*[&*]\w/m;
const topLevel = /(?<=\n)(?=[^\s#-])/;
/** A key whose list begins in a later line, and the indent of the list. */
const listStart = /^([A-Za-z]\w*):[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*( *)(?=- )/;

/** Some entries of a list. */
interface Part {
  readonly key: string;
  /** The index of the first entry in its list. */
  readonly offset: number;
  /** The number of the first line in the file. */
  readonly line: number;
  readonly text: string;
}

/** In parts if the text is large: a syntax tree needs over a hundred times the memory of its text. Throws a FileError. */
export async function readYamlLists(text: string): Promise<Pick<YamlDocument, 'value' | 'positionAt'>> {
  const yaml = await import('yaml');
  const split = text.length < manyCharacters || needsWhole.test(text) ? undefined : splitLists(text);
  if (!split) return parseYaml(text, yaml);
  const { others, parts } = split;
  const parsePart = ({ key, text: entries }: Part) => parseYaml(`${key}:\n${entries}`, yaml);
  // The parser sees the key of the list in a line before the entries.
  const inFile = ({ line }: Part, place: Position): Position => ({ ...place, line: line + place.line - 2 });
  const document = parseYaml(others, yaml);
  const value: Record<string, unknown[]> = { ...Object(document.value) };
  for (const part of parts) {
    try {
      value[part.key] ??= [];
      for (const entry of Object(parsePart(part).value)[part.key]) value[part.key]?.push(entry);
    } catch (error) {
      if (!(error instanceof FileError) || !error.position) throw error;
      throw new FileError(error.message, { position: inFile(part, error.position) });
    }
  }
  return {
    value,
    positionAt(field) {
      const [start = '', key, index = ''] = /^(\w+)\[(\d+)\]/.exec(field) ?? [];
      const part = parts.findLast(one => one.key === key && one.offset <= Number(index));
      if (!part) return document.positionAt(field);
      const local = `${key}[${Number(index) - part.offset}]${field.slice(start.length)}`;
      return inFile(part, parsePart(part).positionAt(local));
    },
  };
}

/** Undefined for a text with an unusual form, which the parser must read as a whole. */
function splitLists(text: string): { others: string; parts: Part[] } | undefined {
  const sections = text.split(topLevel);
  const keys = sections.map(section => section.split(':', 1)[0]);
  if (new Set(keys).size < keys.length) return undefined;
  const parts: Part[] = [];
  let [others, line] = ['', 1];
  for (const section of sections) {
    const [head = '', key, indent = ''] = listStart.exec(section) ?? [];
    others += key === undefined ? section : '\n'.repeat(linesIn(section));
    const entry = new RegExp(`(?<=\n)(?=${indent}- )`);
    const entries = key === undefined ? [] : section.slice(head.length - indent.length).split(entry);
    let at = line + linesIn(head);
    for (let offset = 0; key !== undefined && offset < entries.length; offset += entriesPerPart) {
      const own = entries.slice(offset, offset + entriesPerPart).join('');
      parts.push({ key, offset, line: at, text: own });
      at += linesIn(own);
    }
    line += linesIn(section);
  }
  return { others, parts };
}

const linesIn = (text: string): number => text.split('\n').length - 1;
