import { describe, expect, inject, it } from 'vitest';
import { manifest, runModule } from './packed.ts';

const entries = Object.keys(manifest.exports).map(entry => `travel-understudy${entry.slice(1)}`);
const modules = entries.filter(entry => !entry.endsWith('.json'));
/** The entries that need an optional peer, with its name. */
const withPeer = {
  'travel-understudy/msw': 'msw',
  'travel-understudy/reference-data': '@msw/data',
  'travel-understudy/vitest': 'vitest',
};

function evaluate(script: string, project?: string): unknown {
  const { status, stdout, stderr } = runModule(script, project);
  if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

describe('the entries of the package', () => {
  it('are these', () => {
    expect(entries).toMatchSnapshot();
  });

  it.each(modules)('give under %s these names', entry => {
    // Entries run without the peers where possible, so that no other import can need them.
    const project = entry in withPeer ? inject('packedProjectWith').msw3 : undefined;
    const script = `console.log(JSON.stringify(Object.keys(await import('${entry}')).sort()))`;
    expect(evaluate(script, project)).toMatchSnapshot();
  });

  it.each(Object.entries(withPeer))(
    'need for %s the package %s, which is an optional peer',
    (entry, peer) => {
      const { status, stderr } = runModule(`await import('${entry}')`);
      expect(status).not.toBe(0);
      expect(stderr).toContain(`Cannot find package '${peer}'`);
      expect(manifest.peerDependencies).toHaveProperty(peer);
      expect(manifest.peerDependenciesMeta).toMatchObject({ [peer]: { optional: true } });
      expect(manifest.dependencies).not.toHaveProperty(peer);
    },
  );

  it('draw no scenario without faker, and say how to install it', () => {
    const message = evaluate(`
      import { catalogue, drawScenario } from 'travel-understudy/scenarios';
      const draw = drawScenario(catalogue[0], { seed: 's', number: 1 });
      console.log(JSON.stringify(await draw.catch(error => error.message)));`);
    expect(message).toBe(
      'drawn tasks have guests with names, which @faker-js/faker draws: install it with "npm install --save-dev @faker-js/faker"',
    );
  });

  it('give the OpenAPI document as JSON', () => {
    const entry = 'travel-understudy/contracts/openapi.json';
    const script = `import it from '${entry}' with { type: 'json' }; console.log(JSON.stringify(it.openapi))`;
    expect(evaluate(script)).toMatch(/^3\.1\./);
  });

  it('keep the rest of the package closed', () => {
    const { status, stderr } = runModule("await import('travel-understudy/dist/package.json')");
    expect(status).not.toBe(0);
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
