import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect, rootCertificates } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { createTlsFetch } from '#client/node';
import { operations } from '#contracts';
import { createTestCertificates, listen } from '#mock-server/node';
import { checkTls } from '#mock-server/tls';
import { createFolder } from '../../folder.ts';
import { createTestSupplier, startSupplier, testCriteria } from '../hotel-client.ts';
import { serve } from '../over-port.ts';

const { path: folder } = createFolder();

const reasons: unknown[] = [];
subscribe('understudy.handshake-refused', reason => reasons.push(reason));
/** The handshakes of an earlier test can still end, so there can be other reasons too. */
const hear = (reason: RegExp) => expect.poll(() => reasons).toContainEqual(expect.stringMatching(reason));
const { ca, server, client } = await createTestCertificates();
const other = await createTestCertificates();
const { supplier, journal } = startSupplier();
const listening = await listen(supplier, { port: 0, tls: { ...server, clientCa: ca } });
afterAll(() => listening.close());
const search = {
  method: 'POST',
  body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria }),
};
const address = listening.url + operations['hotel.search'].path;

describe('a server that requires a certificate (auth.5)', () => {
  it('answers a client that shows one, and the journal names it', async () => {
    expect(listening.url).toMatch(/^https:/);
    const answer = await createTlsFetch({ ca, ...client })(address, search);
    const found = expect.objectContaining({ Token: expect.any(String) });
    expect([answer.status, await answer.json()]).toEqual([200, found]);
    expect(journal.read().at(-1)?.facts.connection).toEqual({
      id: expect.any(Number),
      request: 1,
      certificate: {
        subject: 'CN=Understudy test client',
        fingerprint: expect.stringMatching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/),
      },
    });
    const control = `${listening.url}/_control/sandboxes/default/exchanges`;
    const [call] = await (await createTlsFetch({ ca, ...client })(control)).json();
    expect(call.connection.certificate.subject).toBe('CN=Understudy test client');
  });

  it.each([
    ['without one', { ca }, 'the client sent no certificate, and this server requires one'],
    [
      'with one of another CA',
      { ca, ...other.client },
      'no CA that this server accepts has signed the certificate of the client',
    ],
    ['with one of a server', { ca, ...server }, 'the certificate is not one for clients'],
    [
      'that does not trust the server',
      { ca: other.ca, ...client },
      'the connection ended during the handshake, so the client may not trust the certificate of this server',
    ],
  ])('refuses a client %s in the handshake, and says why', async (_, options, reason) => {
    const calls = journal.read().length;
    reasons.length = 0;
    await expect(createTlsFetch(options)(address, search)).rejects.toThrow('fetch failed');
    await hear(new RegExp(`^${reason} \\([A-Z_\\d]+\\)$`));
    expect(journal.read()).toHaveLength(calls);
  });

  it('tells a client that speaks plain HTTP to use https', async () => {
    const call = request(listening.url.replace('https', 'http')).end();
    const [answer] = await once(call, 'response');
    expect([answer.statusCode, String(await answer.toArray())]).toEqual([400, 'This port serves https.\n']);
    await hear(/^the client sent plain HTTP; its address must begin with https:/);
  });

  it('closes while a client has not begun its handshake', async () => {
    const open = await listen(createTestSupplier(), { port: 0, tls: server });
    const [first, second] = [connectTcp(open.port), connect({ port: open.port, host: 'localhost', ca })];
    await Promise.all([once(first, 'connect'), once(second, 'secureConnect')]);
    await Promise.all([open.close(), once(first, 'close'), once(second, 'close')]);
  });

  it('gives sandboxes with a port of their own the same certificate', async () => {
    const sandbox = supplier.sandboxes.create({ id: 'own-port' });
    const url = await supplier.ports.open(sandbox.identity.id, 0);
    expect(url).toMatch(/^https:/);
    await expect(createTlsFetch({ ca })(`${url}/`)).rejects.toThrow('fetch failed');
    expect((await createTlsFetch({ ca, ...client })(`${url}/`)).status).toBe(200);
  });

  const places = ['before-headers', 'after-headers', 'mid-body'];
  it.each(places)('resets a connection %s, as without TLS', async at => {
    const credential = { Username: 'demo', Password: 'demo' };
    const id = `cut-${at}`;
    const { journal } = supplier.sandboxes.create({ id, faults: [`cut,at=${at}`], credential });
    const url = address.replace(listening.url, `${listening.url}/sandbox/${id}`);
    const answer = createTlsFetch({ ca, ...client })(url, search).then(({ status }) => status);
    await (at === 'before-headers'
      ? expect(answer).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
      : expect(answer).resolves.toBe(200));
    await expect.poll(() => journal.read().at(-1)?.facts.closed?.ending).toBe('reset');
  });
});

it('createTlsFetch keeps its connection after an answer without a body, and rejects for a status that fetch does not know', async () => {
  const connections = new Set<unknown>();
  const odd = createServer({ ...server }, ({ socket, url }, answer) => {
    connections.add(socket);
    answer.writeHead(Number(url?.slice(1))).end();
  }).listen(0);
  await once(odd, 'listening');
  const { port } = odd.address() as AddressInfo;
  const call = createTlsFetch({ ca });
  for (const path of [204, 304, 200]) {
    expect((await call(`https://localhost:${port}/${path}`)).status).toBe(path);
    await new Promise(setImmediate);
  }
  expect(connections.size).toBe(1);
  await expect(call(`https://localhost:${port}/999`)).rejects.toThrow('status');
  odd.closeAllConnections();
  odd.close();
});

describe('certificates for tests', () => {
  it.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['untrusted', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const)('that are %s make a client refuse the server', async (fault, code) => {
    const { ca, server } = await createTestCertificates({ fault });
    const faulty = await serve(createTestSupplier(), { tls: server });
    const socket = connect({ port: faulty.port, host: 'localhost', ca: [ca, ...rootCertificates] });
    expect(await once(socket, 'error')).toEqual([expect.objectContaining({ code })]);
  });

  it('stay the same in their folder, which only the owner of the keys can read, and cover more hosts', async () => {
    const first = await createTestCertificates({ folder });
    const again = await createTestCertificates({ folder, hosts: ['supplier.test', '[2001:db8::1]'] });
    expect(new X509Certificate(again.server.cert).checkIP('2001:db8::1')).toBe('2001:db8::1');
    expect([again.ca, again.client]).toEqual([first.ca, first.client]);
    expect(readdirSync(folder).toSorted()).toEqual(
      ['ca', 'client', 'server'].flatMap(name => [`${name}-key.pem`, `${name}.pem`]),
    );
    expect(readFileSync(join(folder, 'server.pem'), 'utf8')).toBe(again.server.cert);
    const open = await serve(createTestSupplier(), { tls: again.server });
    const socket = connect({ port: open.port, host: '127.0.0.1', servername: 'supplier.test', ca: first.ca });
    await once(socket, 'secureConnect');
    socket.destroy();
    rmSync(join(folder, 'ca.pem'));
    await expect(createTestCertificates({ folder })).rejects.toThrow('EEXIST'); // another process writes the CA
  });

  const forms = ['pkcs8', 'sec1'] as const;
  it.each(forms)('whose key has a password (%s) are refused with one message', type => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type, format: 'pem', cipher: 'aes256', passphrase: 'secret' },
    });
    const [base64 = ''] = /(?:[A-Za-z\d+/=]+\n)+(?=-----END)/.exec(privateKey) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    // With one of these bytes before the last block, a wrong password gives valid padding.
    for (let byte = 0; byte < 256; byte += 1) {
      bytes[bytes.length - 17] = byte;
      const lines = bytes.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
      const key = privateKey.replace(base64, lines);
      expect(() => checkTls({ cert: server.cert, key })).toThrow('listen: tls.key: has a password');
    }
  });

  it('throws a TypeError for options that do not exist, and an error for a key of another certificate', async () => {
    const wrong = { port: 0, tls: { cert: server.cert, key: client.key } };
    const message = 'listen: tls.key: does not belong to the certificate';
    await expect(listen(createTestSupplier(), wrong)).rejects.toThrow(message);
    const unknown = { tls: { cert: '', key: '', ca } } as object;
    await expect(listen(createTestSupplier(), unknown)).rejects.toThrow(/tls.*"?ca"?/);
  });
});
