import { describe, expect, it } from 'vitest';
import { operationIds, version } from '#contracts';
import document from '#contracts/openapi.json' with { type: 'json' };
import { releaseNotes } from '#mock-server/web/tool-server/changelog';

describe('the release notes', () => {
  it('ver.3: announce every operation of the registry once', () => {
    const announced = releaseNotes.flatMap(({ operations = [] }) => operations);
    const missing = operationIds.filter(id => !announced.includes(id));
    expect(missing, 'add a note to mock-server/web/tool-server/changelog.ts that names these').toEqual([]);
    expect(announced.length).toBe(new Set(announced).size);
  });

  it('stand in descending order of their days, each of a version that was not after this one', () => {
    const dates = releaseNotes.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    for (const { date, packageVersion: of } of releaseNotes) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(of <= version).toBe(true);
    }
  });

  it('ver.1: tell the version of the REST API, which the document has, from that of the package', () => {
    for (const { apiVersion } of releaseNotes) expect(apiVersion).toBe(document.info.version);
    expect(document.info.version).toBe('1.0');
  });

  it('name the service that they belong to', () => {
    const words = (text: string) => text.toLowerCase().replaceAll('-', ' ');
    for (const { service, note } of releaseNotes) expect(words(note)).toContain(words(service));
  });
});
