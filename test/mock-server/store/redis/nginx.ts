import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../free-port.ts';

const configuration = new URL('../../../../docs/deploy/nginx.conf', import.meta.url);

/** Starts the real nginx with docs/deploy/nginx.conf. Only the ports and names differ. `urls`: the addresses of the two servers. */
export async function startNginx(urls: readonly [string, string]) {
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
