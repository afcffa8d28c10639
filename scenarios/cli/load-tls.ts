import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTestCertificates, type TlsOptions } from '#mock-server/node';
import { type FileError, readText } from '../catalogue/node.ts';
import type { HostTls } from '../run/node.ts';
import { CliError, orCliError } from './cli-error.ts';
import type { OptionValues } from './command.ts';
import type { tlsOptions } from './options.ts';

type Values = OptionValues<typeof tlsOptions>;

/** The TLS of a server, and the files for its clients if the command made the certificates. */
export interface LoadedTls {
  readonly tls: TlsOptions;
  /** The flags with which curl trusts the CA, and shows the certificate of a client. */
  readonly curl: string;
  readonly files?: { readonly ca: string; readonly clientCert: string; readonly clientKey: string };
}

export async function loadTls(values: Values, hosts: readonly string[] = []): Promise<LoadedTls | undefined> {
  const { tls: kind, tlsFolder: folder, tlsCert, tlsKey, clientCa } = values;
  requireSense(values);
  if (kind === undefined && tlsCert === undefined) return undefined;
  const fault = kind === 'self-signed' ? undefined : kind;
  const pair = kind
    ? (await createTestCertificates({ folder, hosts, fault }).catch(unusable(folder))).server
    : { cert: await readPem('tls-cert', tlsCert), key: await readPem('tls-key', tlsKey) };
  const tls = { ...pair, ...(clientCa !== undefined && { clientCa: await readPem('client-ca', clientCa) }) };
  const { checkTls } = await import('#mock-server/tls');
  const [cert, key, ca] = [`--tls-cert ${tlsCert}`, `--tls-key ${tlsKey}`, `--client-ca ${clientCa}`];
  orCliError(TypeError, () => checkTls(tls, { cert, key, clientCa: ca }));
  if (kind === undefined) return { tls, curl: '' };
  const file = (name: string) => join(folder, `${name}.pem`);
  const files = { ca: file('ca'), clientCert: file('client'), clientKey: file('client-key') };
  const own = clientCa === undefined ? '' : ` --cert ${files.clientCert} --key ${files.clientKey}`;
  return { tls, files, curl: `--cacert ${files.ca}${own}` };
}

const unusable =
  (folder: string) =>
  ({ message }: Error): never => {
    throw new CliError([`--tls-folder ${folder}: ${message}; delete this folder, or choose another one`]);
  };

function requireSense({ tls, tlsCert, tlsKey, clientCa }: Values): void {
  const hasFile = (tlsCert ?? tlsKey) !== undefined;
  if (tls !== undefined && hasFile)
    throw new CliError([
      `--tls ${tls} makes a certificate; remove --tls-cert and --tls-key, or remove --tls`,
    ]);
  if (hasFile && (tlsCert === undefined || tlsKey === undefined))
    throw new CliError(['--tls-cert and --tls-key are a certificate and its private key; give both']);
  if (clientCa !== undefined && tls === undefined && !hasFile)
    throw new CliError(['--client-ca needs https; add --tls-cert and --tls-key, or --tls self-signed']);
}

export const readPem = (flag: string, path = ''): Promise<string> =>
  readText(path).catch((error: FileError) => {
    throw new CliError([`--${flag} ${path}: ${error.message}; expected a PEM file`]);
  });

export async function loadHttps(values: Values): Promise<HostTls | undefined> {
  const loaded = await loadTls(values);
  return loaded && { tls: loaded.tls, trust: await tlsVariables(loaded, values.tlsFolder) };
}

/** As `loadHttps`, for a client that plays scenarios. A client that refuses the certificate cannot play them. */
export async function loadTrustedHttps(
  values: Values,
  program: string | undefined,
): Promise<HostTls | undefined> {
  if (values.tls !== undefined && values.tls !== 'self-signed')
    throw new CliError([
      `--tls ${values.tls}: a correct client refuses this certificate, so it would play no scenario; use exec --tls ${values.tls}, or the scenario certificate-untrusted`,
    ]);
  const https = await loadHttps(values);
  if (https && program === undefined) console.error('The reference client plays in process, without https.');
  return https;
}

/** The options that a command needs to repeat a play. */
export const neededTls = ({ tls, tlsFolder, tlsCert, tlsKey, clientCa }: Values) => {
  return { tls, tlsFolder: tls && tlsFolder, tlsCert, tlsKey, clientCa };
};

/**
 * Returns the variables with which Node, Python, Go, Ruby and curl trust the CA, beside the public CAs, and the files of the
 * certificate of a client. Java reads no such variable.
 */
async function tlsVariables({ files }: LoadedTls, folder: string): Promise<Record<string, string>> {
  if (!files) return {};
  const [ca, cert, key] = [resolve(files.ca), resolve(files.clientCert), resolve(files.clientKey)];
  const { rootCertificates } = await import('node:tls');
  const all = resolve(folder, 'all-cas.pem');
  await writeFile(all, [await readText(ca), ...rootCertificates].join('\n')).catch(unusable(folder));
  const trust = { NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: all, CURL_CA_BUNDLE: all, REQUESTS_CA_BUNDLE: all };
  return { ...trust, UNDERSTUDY_CA: ca, UNDERSTUDY_CLIENT_CERT: cert, UNDERSTUDY_CLIENT_KEY: key };
}
