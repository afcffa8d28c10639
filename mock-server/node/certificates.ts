import 'reflect-metadata'; // before @peculiar/x509, which needs it
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import type { KeyPair, TestCertificateOptions, TestCertificates } from './tls-types.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** As long as possible, because clients on virtual time can live in any year. */
const valid = { notBefore: new Date('2000-01-01'), notAfter: new Date('2049-12-31') };
const expired = { ...valid, notAfter: new Date('2001-01-01') };
const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
const { serverAuth, clientAuth } = x509.ExtendedKeyUsage;

/** The build replaces this file by one bundle with @peculiar/x509, so that users do not install its 20 packages. */
export async function makeCertificates(options: TestCertificateOptions): Promise<TestCertificates> {
  const { folder, hosts = [], fault } = options;
  const ca = await keep(folder, 'ca', () => makeAuthority('Understudy test CA'));
  const client = await keep(folder, 'client', () =>
    sign(ca, 'Understudy test client', [new x509.ExtendedKeyUsageExtension([clientAuth])]),
  );
  const names = fault === 'wrong-host' ? ['wrong-host.invalid'] : ['localhost', '127.0.0.1', '::1', ...hosts];
  const alternatives = [...new Set(names)].map(name => {
    const value = name.replace(/^\[(.*)\]$/, '$1'); // the form of IPv6 in an address
    return { type: isIP(value) ? 'ip' : 'dns', value } as const;
  });
  const extensions = [
    new x509.ExtendedKeyUsageExtension([serverAuth]),
    new x509.SubjectAlternativeNameExtension(alternatives),
  ];
  const issuer = fault === 'untrusted' ? await makeAuthority('Understudy unknown CA') : ca;
  const make = () => sign(issuer, 'Understudy', extensions, fault === 'expired' ? expired : valid);
  return { ca: ca.cert, server: await keep(folder, 'server', make, { isNew: true }), client };
}

const makeAuthority = (name: string): Promise<KeyPair> =>
  sign(undefined, name, [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
  ]);

/** Without a CA, the certificate signs itself. */
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

async function keep(
  folder: string | undefined,
  name: string,
  make: () => Promise<KeyPair>,
  { isNew = false } = {},
): Promise<KeyPair> {
  if (folder === undefined) return make();
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  const cert = isNew ? undefined : await readFile(certFile, 'utf8').catch(() => undefined);
  if (cert !== undefined) return { cert, key: await readFile(keyFile, 'utf8') };
  const made = await make();
  await mkdir(folder, { recursive: true });
  // The flag `wx` stops the second of two processes that make the same pair.
  await writeFile(keyFile, made.key, { mode: 0o600, flag: isNew ? 'w' : 'wx' });
  await writeFile(certFile, made.cert);
  return made;
}
