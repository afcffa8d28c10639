import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { handshakeRefused } from './channels.ts';
import type { TlsOptions } from './tls-types.ts';

const isKey = (pem: string): boolean => /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(pem);
const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const inListen = { cert: 'listen: tls.cert', key: 'listen: tls.key', clientCa: 'listen: tls.clientCa' };

/**
 * Checks the texts before the port opens, because OpenSSL explains a wrong text only in its own terms.
 *
 * @param places where each text comes from, for messages
 * @throws TypeError
 */
export function checkTls({ cert, key, clientCa }: TlsOptions, places = inListen): void {
  const [own] = readCertificates(cert, places.cert);
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(key))
    refuse(places.key, 'has a password; write it without one: openssl pkey -in key.pem -out plain.pem');
  if (!isKey(key)) refuse(places.key, `is ${kindOf(key)}; expected a private key (PEM)`);
  const privateKey = attempt(places.key, () => createPrivateKey(key));
  if (!own?.checkPrivateKey(privateKey))
    refuse(places.key, `does not belong to the certificate (${nameOf(own?.subject)})`);
  attempt(places.cert, () => createSecureContext({ cert, key }));
  if (clientCa === undefined) return;
  const other = readCertificates(clientCa, places.clientCa).find(
    one => !one.ca && one.subject !== one.issuer,
  );
  if (other)
    refuse(
      places.clientCa,
      `is not a CA (${nameOf(other.subject)}); expected its issuer (${nameOf(other.issuer)})`,
    );
}

function refuse(place: string, problem: string): never {
  throw new TypeError(`${place}: ${problem}`);
}

function readCertificates(pem: string, place: string): X509Certificate[] {
  const blocks = pem.match(certificate) ?? refuse(place, `is ${kindOf(pem)}; expected a certificate (PEM)`);
  return attempt(place, () => blocks.map(block => new X509Certificate(block)));
}

const kindOf = (pem: string): string =>
  isKey(pem) ? 'a private key' : pem.match(certificate) ? 'a certificate' : 'not PEM';

function attempt<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuse(
      place,
      `is damaged, or of an unknown kind (${error instanceof Error ? error.message : error})`,
    );
  }
}

const nameOf = (name: string | undefined): string => name?.replaceAll('\n', ', ') ?? 'without a name';

/** By the address of the client, because a TLS socket has no public reference to its TCP socket. */
const tcpSockets = new Map<string, Socket>();
const addressOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress}:${remotePort}`;

/** Creates a server for https. With `clientCa`, it refuses each connection without a certificate of these CAs (auth.5). */
export function createTlsServer(tls: TlsOptions, options: ServerOptions, listener: RequestListener): Server {
  checkTls(tls);
  const { cert, key, clientCa: ca } = tls;
  const mutual = ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ ...options, cert, key, ...mutual }, listener);
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    tcpSockets.set(address, socket);
    socket.once('close', () => tcpSockets.delete(address));
  });
  server.on('secureConnection', socket => {
    const tcp = tcpSockets.get(addressOf(socket));
    // Only TCP has resets. Node throws if a TLS socket should send one.
    if (tcp) socket.resetAndDestroy = () => tcp.resetAndDestroy() && socket;
  });
  // By default, https.Server reports these errors as 'clientError', whose answer would be HTTP inside a broken handshake.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    handshakeRefused.publish(reasonOf(error, socket));
    // Some clients, such as curl, show this text to their user. Other servers answer in the same way.
    if (error.code === 'ERR_SSL_HTTP_REQUEST')
      tcpSockets
        .get(addressOf(socket))
        ?.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nThis port serves https.\n');
    else socket.destroy();
  });
  return server;
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/NOT_RETURN_A_CERTIFICATE/, 'the client sent no certificate, and this server requires one'],
  [/CERT_HAS_EXPIRED/, 'the certificate of the client has expired'],
  [/CERT_NOT_YET_VALID/, 'the certificate of the client is not valid yet'],
  [/INVALID_PURPOSE/, 'the certificate is not one for clients'],
  [/^[A-Z_]*(?:CERT|ISSUER|LEAF)/, 'no CA that this server accepts has signed the certificate of the client'],
  [/HTTP_REQUEST/, 'the client sent plain HTTP; its address must begin with https://'],
  [/ALERT_UNKNOWN_CA/, 'the client does not trust the CA of this server'],
  [/ALERT_CERTIFICATE_EXPIRED/, 'the client says that the certificate of this server has expired'],
  [/ALERT_(?:BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)/, 'the client refused the certificate of this server'],
  [/PROTOCOL|VERSION|NO_SHARED/, 'the client and this server have no TLS version or cipher in common'],
  [/ECONNRESET/, 'the client closed the connection, so it may not trust the certificate of this server'],
];

/** A refused certificate has its own code, and the error says only that the connection was closed. */
function reasonOf({ code = '', message }: NodeJS.ErrnoException, { authorizationError }: TLSSocket): string {
  const shown = code === 'ECONNRESET' && authorizationError ? String(authorizationError) : code;
  const known = reasons.find(([pattern]) => pattern.test(shown));
  return known ? `${known[1]} (${shown})` : message;
}
