import { parseYaml, type YamlDocument } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** The garbage collector clears small syntax trees early. */
const entriesPerPart = 20;

/** Aliases and several documents need the whole text. */
const needsWhole = /^(?:---|\.\.\.|%)|(?:^|[-:,[{])[ \t]*[&*]\w/m;
/** Empty lines and comments before the first key. */
const preamble = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*/;
const simpleKey = /^[A-Za-z$]\w*(?=:\s)/;
/** After the key of a list, only empty lines and comments are before the first entry. */
const startOfList = /^\w+:(?:[^\S\n]*(?:#[^\n]*)?\n)+( *)- /;

/** A key of the file with its value, or with some entries of its list. */
interface Part {
  readonly key: string;
  readonly text: string;
  /** The number of its first line in the file. */
  readonly line: number;
}

/** In parts if the text is large: a syntax tree needs over a hundred times the memory of its text. Throws a FileError. */
export async function readYamlLists(text: string): Promise<Pick<YamlDocument, 'value' | 'positionAt'>> {
  const yaml = await import('yaml');
  const split = text.length < manyCharacters || needsWhole.test(text) ? undefined : splitText(text);
  if (!split) return parseYaml(text, yaml);
  const parse = (part: Part) => parseYaml(part.text, yaml, part.line);
  const value: Record<string, unknown> = {};
  const parts = split.map(part => {
    const own = Object(parse(part).value);
    const list = value[part.key];
    if (!Array.isArray(list)) {
      Object.assign(value, own);
      return { ...part, offset: 0 };
    }
    return { ...part, offset: list.push(...own[part.key]) - own[part.key].length };
  });
  return {
    value,
    positionAt(field) {
      const [start = '', key = '', index = '0'] = /^([\w$]+)(?:\[(\d+)\])?/.exec(field) ?? [];
      const part = parts.findLast(one => one.key === key && one.offset <= Number(index));
      if (!part) return { line: 1, column: 1 };
      const own = start === key ? key : `${key}[${Number(index) - part.offset}]`;
      return parse(part).positionAt(own + field.slice(start.length));
    },
  };
}

/** Undefined for a text with an unusual form, which the parser must read as a whole. */
function splitText(text: string): Part[] | undefined {
  const [before = ''] = preamble.exec(text) ?? [];
  const sections = text.slice(before.length).split(/(?<=\n)(?=[^\s#-])/);
  const keys = sections.map(section => simpleKey.exec(section)?.[0] ?? '');
  if (keys.includes('') || new Set(keys).size < keys.length) return undefined;
  let line = before.split('\n').length;
  return sections.flatMap((section, at) => {
    const key = keys[at] ?? '';
    const [, indent] = startOfList.exec(section) ?? [];
    const entries = indent === undefined ? [section] : section.split(new RegExp(`(?<=\\n)(?=${indent}- )`));
    const parts: Part[] = [];
    for (let first = 0; first < entries.length; first += entriesPerPart) {
      const own = entries.slice(first, first + entriesPerPart).join('');
      parts.push(first === 0 ? { key, text: own, line } : { key, text: `${key}:\n${own}`, line: line - 1 });
      line += own.split('\n').length - 1;
    }
    return parts;
  });
}
