import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { createTestCertificates, type TlsOptions } from '#mock-server/node';
import { type FileError, readText } from '../catalogue/node.ts';
import { CliError } from './cli-error.ts';
import { orCliError } from './client-options.ts';
import type { OptionValues } from './command.ts';
import { pickOptions } from './options.ts';

export const tlsOptions = pickOptions('tls', 'tlsFolder', 'tlsCert', 'tlsKey', 'clientCa');

type Values = OptionValues<typeof tlsOptions>;

/** The TLS of a server, and the files for its clients if the command made the certificates. */
export interface LoadedTls {
  readonly tls: TlsOptions;
  readonly files?: { readonly ca: string; readonly clientCert: string; readonly clientKey: string };
}

/** Reads the certificates of the options, or makes them. Returns undefined for a server without TLS. */
export async function loadTls(values: Values, hosts: readonly string[] = []): Promise<LoadedTls | undefined> {
  const { tls: kind, tlsFolder: folder, tlsCert, tlsKey, clientCa } = values;
  requireSense(values);
  if (kind === undefined && tlsCert === undefined) return undefined;
  const fault = kind === 'self-signed' ? undefined : kind;
  const pair = kind
    ? (await createTestCertificates({ folder, hosts, fault }).catch(error => explain(folder, error))).server
    : { cert: await readPem('tls-cert', tlsCert), key: await readPem('tls-key', tlsKey) };
  const tls = { ...pair, ...(clientCa !== undefined && { clientCa: await readPem('client-ca', clientCa) }) };
  const { checkTls } = await import('#mock-server/tls');
  const places = {
    cert: `--tls-cert ${tlsCert}`,
    key: `--tls-key ${tlsKey}`,
    clientCa: `--client-ca ${clientCa}`,
  };
  orCliError(TypeError, () => checkTls(tls, places));
  if (kind === undefined) return { tls };
  const file = (name: string) => join(folder, `${name}.pem`);
  return { tls, files: { ca: file('ca'), clientCert: file('client'), clientKey: file('client-key') } };
}

/** Throws a CliError for options that work only together. */
function requireSense({ tls, tlsCert, tlsKey, clientCa }: Values): void {
  const hasFile = (tlsCert ?? tlsKey) !== undefined;
  const problem =
    tls !== undefined && hasFile
      ? `--tls ${tls} makes a certificate, so remove --tls-cert and --tls-key, or remove --tls`
      : hasFile && (tlsCert === undefined || tlsKey === undefined)
        ? '--tls-cert and --tls-key are a certificate and its private key; give both'
        : clientCa !== undefined && tls === undefined && !hasFile
          ? '--client-ca needs https; add --tls-cert and --tls-key, or --tls self-signed'
          : undefined;
  if (problem !== undefined) throw new CliError([problem]);
}

export const readPem = (flag: string, path = ''): Promise<string> =>
  readText(path).catch((error: FileError) => {
    throw new CliError([`--${flag} ${path}: ${error.message}; expected a PEM file`]);
  });

function explain(folder: string, error: Error): never {
  throw new CliError([`--tls-folder ${folder}: ${error.message}; delete this folder, or choose another one`]);
}

/** Returns the flags with which curl trusts the CA and shows the certificate of a client. */
export function curlFlags({ tls, files }: LoadedTls): string {
  if (!files) return '';
  return `--cacert ${files.ca}${tls.clientCa === undefined ? '' : ` --cert ${files.clientCert} --key ${files.clientKey}`}`;
}

/**
 * Returns the variables with which Node, Python, Go, Ruby and curl trust the CA, beside the public CAs, and the files of the
 * certificate of a client. Java reads no such variable.
 */
export async function tlsVariables({ files }: LoadedTls, folder: string): Promise<Record<string, string>> {
  if (!files) return {};
  const [ca, all] = [resolve(files.ca), resolve(folder, 'all-cas.pem')];
  await writeFile(all, [await readText(ca), ...rootCertificates].join('\n'));
  return {
    ...{ NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: all, CURL_CA_BUNDLE: all, REQUESTS_CA_BUNDLE: all },
    ...{ UNDERSTUDY_CA: ca, UNDERSTUDY_CLIENT_CERT: resolve(files.clientCert) },
    UNDERSTUDY_CLIENT_KEY: resolve(files.clientKey),
  };
}
