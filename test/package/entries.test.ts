import { describe, expect, it } from 'vitest';
import { manifest, runNode } from './packed.ts';

const entries = Object.keys(manifest.exports).map(entry => `travel-understudy${entry.slice(1)}`);
const modules = entries.filter(entry => !entry.endsWith('.json'));

function evaluate(script: string): unknown {
  const { status, stdout, stderr } = runNode('--input-type=module', '--eval', script);
  if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

describe('the entries of the package', () => {
  it('are these', () => {
    expect(entries).toMatchSnapshot();
  });

  it.each(modules)('give under %s these names', entry => {
    const names = evaluate(`console.log(JSON.stringify(Object.keys(await import('${entry}')).sort()))`);
    expect(names).toMatchSnapshot();
  });

  it('give the OpenAPI document as JSON', () => {
    const entry = 'travel-understudy/contracts/openapi.json';
    const script = `import it from '${entry}' with { type: 'json' }; console.log(JSON.stringify(it.openapi))`;
    expect(evaluate(script)).toMatch(/^3\.1\./);
  });

  it('keep the rest of the package closed', () => {
    const { status, stderr } = runNode(
      '--input-type=module',
      '--eval',
      "await import('travel-understudy/dist/package.json')",
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
