import { parseYaml, type YamlDocument } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** The garbage collector clears small syntax trees early. */
const entriesPerPart = 20;

/** Aliases and several documents need the whole text. */
const needsWhole = /^(?:---|\.\.\.|%)|(?:^|[-:,[{])[ \t]*[&*]\w/m;
// With the flag m, ^ would also be after U+2028.
const topLevelLine = /(?<![^\n])[^\s#-][^\n]*/g;
const listStart = /^[A-Za-z]\w*:[ \t]*(?:#.*)?\r?$/;
/** After the key of a list, only empty lines and comments are before the first entry. */
const firstEntry = /^(?:\n[^\S\n]*(?:#[^\n]*)?)*(?:\n( *)- |$)/;

/** Some entries of a list. */
interface Part {
  readonly key: string;
  readonly text: string;
  /** The number of its first line in the file. */
  readonly line: number;
}

/** In parts if the text is large: a syntax tree needs over a hundred times the memory of its text. Throws a FileError. */
export async function readYamlLists(text: string): Promise<Pick<YamlDocument, 'value' | 'positionAt'>> {
  const yaml = await import('yaml');
  const split = text.length < manyCharacters || needsWhole.test(text) ? undefined : splitLists(text);
  if (!split) return parseYaml(text, yaml);
  const parsePart = ({ key, text: entries, line }: Part) => parseYaml(`${key}:\n${entries}`, yaml, line - 1);
  const document = parseYaml(split.others, yaml);
  const value: Record<string, unknown> = { ...Object(document.value) };
  const parts = split.parts.map(part => {
    const list = (value[part.key] ?? []) as unknown[];
    value[part.key] = list;
    const offset = list.length;
    for (const entry of Object(parsePart(part).value)[part.key]) list.push(entry);
    return { ...part, offset };
  });
  return {
    value,
    positionAt(field) {
      const [start = '', key, index = ''] = /^(\w+)\[(\d+)\]/.exec(field) ?? [];
      const part = parts.findLast(one => one.key === key && one.offset <= Number(index));
      if (!part) return document.positionAt(field);
      return parsePart(part).positionAt(`${key}[${Number(index) - part.offset}]${field.slice(start.length)}`);
    },
  };
}

/** Undefined for a text with an unusual form, which the parser must read as a whole. */
function splitLists(text: string): { others: string; parts: Part[] } | undefined {
  const lines = [...text.matchAll(topLevelLine)];
  const keys = lines.map(([line]) => line.replace(/:.*/s, ''));
  if (new Set(keys).size < keys.length) return undefined;
  const parts: Part[] = [];
  let others = text.slice(0, lines[0]?.index);
  let sectionLine = countLines(others);
  for (const [at, { 0: line, index }] of lines.entries()) {
    const section = text.slice(index, lines[at + 1]?.index);
    const starts = listStart.test(line) ? startsOfParts(section, line.length) : [];
    if (!starts) return undefined;
    let first = sectionLine + countLines(section.slice(0, starts[0])) - 1;
    for (const [number, start] of starts.entries()) {
      const entries = section.slice(start, starts[number + 1]);
      parts.push({ key: keys[at] ?? '', text: entries, line: first });
      first += countLines(entries) - 1;
    }
    // The line feeds stay, so that the other lines keep their numbers.
    others += starts.length > 0 ? section.replaceAll(/[^\n]+/g, '') : section;
    sectionLine += countLines(section) - 1;
  }
  return { others, parts };
}

const countLines = (text: string): number => text.split('\n').length;

/** Returns the indices of the first entry and of each 20th entry after it. Undefined if something else is before the first entry. */
function startsOfParts(section: string, endOfKey: number): number[] | undefined {
  const first = firstEntry.exec(section.slice(endOfKey));
  if (!first) return undefined;
  if (first[1] === undefined) return [];
  const mark = `\n${first[1]}- `;
  const starts: number[] = [];
  let at = section.indexOf(mark);
  for (let count = 0; at >= 0; count += 1) {
    if (count % entriesPerPart === 0) starts.push(at + 1);
    at = section.indexOf(mark, at + 1);
  }
  return starts;
}
