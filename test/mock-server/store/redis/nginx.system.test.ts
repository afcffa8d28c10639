import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../free-port.ts';
import { createHotelClient } from '../../hotel-client.ts';
import { controlOf } from '../kill/addresses.ts';
import { killServer, startServer } from '../kill/server-process.ts';
import { startValkey } from './valkey.ts';

const configuration = new URL('../../../../docs/deploy/nginx.conf', import.meta.url);

/** Starts the real nginx with docs/deploy/nginx.conf. Only the ports and names differ. `urls`: the addresses of the two servers. */
async function startNginx(urls: readonly [string, string]) {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0)
    throw new Error('this test needs nginx; run "apt-get install -y nginx-light"');
  const folder = mkdtempSync(join(tmpdir(), 'understudy-nginx-'));
  const port = await freePort();
  const own = readFileSync(configuration, 'utf8')
    .replace('understudy-1:4010', new URL(urls[0]).host)
    .replace('understudy-2:4010', new URL(urls[1]).host)
    .replace('listen 4010', `listen 127.0.0.1:${port}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    file,
    `${user} worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit;
     events {} http { access_log off; ${paths.join(' ')} ${own} }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilOpen(child, port);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.destroy();
      return;
    } catch {
      await new Promise(resolve => setImmediate(resolve));
    }
  }
}

const valkey = await startValkey();
const replicas = [await startServer(valkey.url), await startServer(valkey.url)] as const;
const nginx = await startNginx([replicas[0].url, replicas[1].url]);
afterAll(async () => {
  await nginx.stop();
  for (const replica of replicas) await killServer(replica);
  await valkey.stop();
});

// The ports of the servers differ in each run, and with them the distribution. With few sandboxes, one server could get all.
const ids = Array.from({ length: 20 }, (_, index) => `team-${index}`);
async function answered(): Promise<number[]> {
  const texts = replicas.map(async ({ url }) => (await fetch(`${url}/metrics`)).text());
  const sum = (text: string) =>
    [...text.matchAll(/^understudy_requests_total\{.*\} (\d+)$/gm)].reduce(
      (all, [, one]) => all + Number(one),
      0,
    );
  return (await Promise.all(texts)).map(sum);
}
async function serversOf(calls: () => Promise<unknown>): Promise<number[]> {
  const before = await answered();
  await calls();
  const after = await answered();
  return [...after.keys()].filter(index => after[index] !== before[index]);
}
const credential = { Username: 'team', Password: 'team' };
const clientOf = (id: string) =>
  createHotelClient(fetch, { baseUrl: `${nginx.url}/sandbox/${id}`, credential });
const control = controlOf(nginx.url);

describe('two servers behind nginx', () => {
  it('sends all calls of a sandbox to one server, and the sandboxes to both servers', async () => {
    for (const id of ids) await control.ask('putSandbox', { id, body: { credential, seed: id } }); // with equal seeds, all bookings would have equal ids
    await answered(); // a server counts from the first request for its metrics
    const used = new Set<number>();
    for (const id of ids) {
      const headers = { baggage: `a=1, understudy-sandbox=${id};x=y` };
      const byHeader = createHotelClient(
        (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } }),
        { baseUrl: nginx.url, credential },
      );
      const servers = await serversOf(async () => {
        await clientOf(id).book();
        await byHeader.list();
      });
      expect(servers).toHaveLength(1);
      for (const server of servers) used.add(server);
    }
    expect((await fetch(`${nginx.url}/_control/sandboxes/${ids[0]}?x=1`)).status).toBe(200);
    expect(used.size).toBe(2);
  });

  it('forks snapshots on the servers that took them, if `baggage` names the sandbox of the snapshot', async () => {
    const forks = await Promise.all(
      ids.slice(0, 10).map(async id => {
        const { body: taken } = await control.ask('takeSnapshot', { id });
        const headers = { baggage: `understudy-sandbox=${id}` };
        const forked = await control.ask('createSandbox', { headers, body: { from: taken.id } });
        return { id, fork: forked.body.id, status: forked.status };
      }),
    );
    expect(forks.map(({ status }) => status)).toEqual(forks.map(() => 201));
    for (const { id, fork } of forks)
      expect((await clientOf(fork).list()).Bookings).toEqual((await clientOf(id).list()).Bookings);
    const bookings = await Promise.all(forks.map(async ({ fork }) => (await clientOf(fork).list()).Bookings));
    expect(new Set(bookings.map(([booking]) => booking?.BookingId)).size).toBe(10);
  });

  it('continues with the other server when one server is killed', { timeout: 60_000 }, async () => {
    const before = await Promise.all(ids.map(id => clientOf(id).list()));
    await killServer(replicas[0]);
    const after = await Promise.all(ids.map(id => clientOf(id).list()));
    expect(after.map(({ Bookings }) => Bookings)).toEqual(before.map(({ Bookings }) => Bookings));
    expect(after.every(({ Bookings }) => Bookings.length === 1)).toBe(true);
    await Promise.all(ids.map(id => clientOf(id).book()));
  });
});
