import { readFileSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageFolder, screenshots } from '../../tools/screenshots/images.ts';
import { projectFiles, projectRoot, readProjectFile } from './project-files.ts';

interface Image {
  readonly page: string;
  readonly file: string;
  readonly alt: string;
}

/** Returns the images of a page, with their paths from the root of the project. */
function imagesOf(page: string, text: string): Image[] {
  return [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, alt = '', target = '']) => ({
    page,
    file: posix.join(posix.dirname(page), target),
    alt,
  }));
}

describe('the images of the docs', () => {
  const files = projectFiles();
  const pages = files.filter(file => file.endsWith('.md'));
  const images = pages.flatMap(page => imagesOf(page, readProjectFile(page)));
  const paths = screenshots.map(name => `${imageFolder}/${name}`);

  it('exist, and have a text for readers who do not see them', () => {
    expect(images.length).toBeGreaterThan(screenshots.length);
    expect(images.filter(({ file, alt }) => !files.includes(file) || alt.length < 20)).toEqual([]);
  });

  it('are drawings, or screenshots that the script writes, and a page shows each screenshot', () => {
    const shown = images.map(({ file }) => file).filter(file => file.endsWith('.png'));
    expect(shown.toSorted()).toEqual(paths.toSorted());
    expect(files.filter(file => file.endsWith('.png')).toSorted()).toEqual(paths.toSorted());
  });

  it.each(paths)('stay small: %s is a PNG of 1,200 pixels with at most 150 kB', path => {
    const file = join(projectRoot, path);
    const head = readFileSync(file).subarray(0, 20);
    expect([head.toString('latin1', 1, 4), head.readUInt32BE(16)]).toEqual(['PNG', 1_200]);
    expect(statSync(file).size, basename(file)).toBeLessThanOrEqual(150_000);
  });

  it('are found in a page', () => {
    expect(imagesOf('docs/guides/a.md', 'See ![a b](../images/c.png) and [d](e.png)')).toEqual([
      { page: 'docs/guides/a.md', file: 'docs/images/c.png', alt: 'a b' },
    ]);
  });
});
