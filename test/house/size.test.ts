import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';

const maxLines = 300;

/** Returns the number of lines. A line break at the end starts no further line. */
function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

describe('source files', () => {
  it(`have at most ${maxLines} lines each`, () => {
    const sources = projectFiles().filter(file => /\.(ts|cjs)$/.test(file));
    expect(sources.length).toBeGreaterThan(0);
    const long = sources.map(file => ({ file, lines: linesOf(readProjectFile(file)) }));
    expect(long.filter(({ lines }) => lines > maxLines)).toEqual([]);
  });
});

describe('linesOf', () => {
  it('counts a last line with and without its line break', () => {
    expect([linesOf('a\nb'), linesOf('a\nb\n'), linesOf('a\nb\n\n')]).toEqual([2, 2, 3]);
  });
});
