import { expect, it } from 'vitest';
import { faultKinds } from '#contracts/fault';
import { rules } from '#scenarios/judge';
import { committedForm, publishedDocuments } from '../../../.ci/documents.ts';

const kinds = Object.keys(faultKinds);
const isIn = (document: unknown) => (kind: string) => JSON.stringify(document).includes(`"const":"${kind}"`);

it('the package publishes a schema of every kind, and commits none', () => {
  const { 'openapi.json': openApi, 'scenario.schema.json': scenario } = publishedDocuments();
  for (const document of [openApi, scenario]) {
    expect(kinds.filter(isIn(document))).toEqual(kinds);
    expect(kinds.filter(isIn(committedForm(document ?? {})))).toEqual([]);
  }
});

it('the package publishes the id of every rule for editors, and commits a pattern that each id matches', () => {
  const others = /^(?:openapi|profile|inventory|config|tokens)\./;
  const schemas = Object.entries(publishedDocuments()).filter(([name]) => !others.test(name));
  const names = ['scenario.schema.json', 'report.schema.json', 'verdicts.schema.json'];
  expect(schemas.map(([name]) => name)).toEqual(names);
  for (const [name, document] of schemas) {
    const ids = JSON.stringify(rules.map(({ id }) => id));
    expect(JSON.stringify(document), name).toContain(`"enum":${ids}`);
    const committed = JSON.stringify(committedForm(document));
    expect(committed, name).not.toContain('token-used-once"');
    const [, pattern = ''] = /"pattern":"(\^\[a-z\]\[a-z0-9\][^"]*)"/.exec(committed) ?? [];
    expect(rules.filter(({ id }) => !new RegExp(pattern).test(id))).toEqual([]);
  }
});
