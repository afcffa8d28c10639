import 'reflect-metadata'; // before @peculiar/x509, which needs it
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import type { KeyPair, TestCertificateOptions, TestCertificates } from './tls-types.ts';

// The build replaces this file by one bundle with @peculiar/x509, so that users do not install its 20 packages.

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** As long as possible, because clients on virtual time can live in any year. */
const valid = { notBefore: new Date('2000-01-01'), notAfter: new Date('2049-12-31') };
const expired = { ...valid, notAfter: new Date('2001-01-01') };
const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
const { serverAuth, clientAuth } = x509.ExtendedKeyUsage;

export async function makeCertificates(options: TestCertificateOptions): Promise<TestCertificates> {
  const { folder, hosts = [], fault } = options;
  const ca = await keep(folder, 'ca', () => makeAuthority('Understudy test CA'));
  const client = await keep(folder, 'client', () =>
    sign(ca, 'Understudy test client', [new x509.ExtendedKeyUsageExtension([clientAuth])]),
  );
  const names =
    fault === 'wrong-host'
      ? ['wrong-host.invalid']
      : [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])];
  const alternatives = names.map(value => ({
    type: isIP(value) ? ('ip' as const) : ('dns' as const),
    value,
  }));
  const issuer = fault === 'untrusted' ? await makeAuthority('Understudy unknown CA') : ca;
  const extensions = [
    new x509.ExtendedKeyUsageExtension([serverAuth]),
    new x509.SubjectAlternativeNameExtension(alternatives),
  ];
  const server = await sign(issuer, 'Understudy', extensions, fault === 'expired' ? expired : valid);
  if (folder !== undefined) await write(folder, 'server', server);
  return { ca: ca.cert, server, client };
}

const makeAuthority = (name: string): Promise<KeyPair> =>
  sign(undefined, name, [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
  ]);

/** Makes a certificate of a CA; without a CA, the certificate signs itself. */
async function sign(
  ca: KeyPair | undefined,
  name: string,
  extensions: readonly x509.Extension[],
  dates = valid,
): Promise<KeyPair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issuer = ca && new x509.X509Certificate(ca.cert);
  const certificate = await x509.X509CertificateGenerator.create({
    ...dates,
    subject: `CN=${name}`,
    issuer: issuer?.subject ?? `CN=${name}`,
    publicKey,
    signingKey: ca ? await readKey(ca.key) : privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      ...extensions,
      ...(ca ? [new x509.KeyUsagesExtension(digitalSignature, true)] : []),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer?.publicKey ?? publicKey),
    ],
  });
  const der = await crypto.subtle.exportKey('pkcs8', privateKey);
  const key = x509.PemConverter.encode(der, x509.PemConverter.PrivateKeyTag);
  return { cert: `${certificate.toString('pem')}\n`, key: `${key}\n` };
}

const readKey = (pem: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), algorithm, false, ['sign']);

const filesOf = (folder: string, name: string) =>
  [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)] as const;

/** Reads a pair from the folder. If the folder has none, makes the pair and writes it. */
async function keep(
  folder: string | undefined,
  name: string,
  make: () => Promise<KeyPair>,
): Promise<KeyPair> {
  if (folder === undefined) return make();
  const [certFile, keyFile] = filesOf(folder, name);
  const cert = await readFile(certFile, 'utf8').catch(() => undefined);
  if (cert !== undefined) return { cert, key: await readFile(keyFile, 'utf8') };
  const made = await make();
  await write(folder, name, made, 'wx');
  return made;
}

/** With the flag `wx`, the second of two processes that write at the same time fails. */
async function write(folder: string, name: string, { cert, key }: KeyPair, flag = 'w'): Promise<void> {
  const [certFile, keyFile] = filesOf(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(keyFile, key, { mode: 0o600, flag });
  await writeFile(certFile, cert);
}
