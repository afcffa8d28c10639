import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';

/** The tracer is one program of several files, which share their data (decision 25). */
const maxLines = { ts: 300, tsx: 300, cjs: 300, c: 500, h: 500 };

/** Returns the number of lines. A line break at the end starts no further line. */
function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

describe('source files', () => {
  it.each(Object.entries(maxLines))('of the kind .%s have at most %d lines each', (kind, limit) => {
    const sources = projectFiles().filter(file => file.endsWith(`.${kind}`));
    expect(sources.length).toBeGreaterThan(0);
    const long = sources.map(file => ({ file, lines: linesOf(readProjectFile(file)) }));
    expect(long.filter(({ lines }) => lines > limit)).toEqual([]);
  });
});

describe('linesOf', () => {
  it('counts a last line with and without its line break', () => {
    expect([linesOf('a\nb'), linesOf('a\nb\n'), linesOf('a\nb\n\n')]).toEqual([2, 2, 3]);
  });
});
