import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { handshakeRefused } from './channels.ts';
import type { TlsOptions } from './tls-types.ts';

const inListen = { cert: 'listen: tls.cert', key: 'listen: tls.key', clientCa: 'listen: tls.clientCa' };

/** `places`: the names of the texts in the message of the TypeError. */
export function checkTls({ cert, key, clientCa }: TlsOptions, places = inListen): void {
  check(places.cert, 'a certificate', () => new X509Certificate(cert));
  if (encrypted.test(key))
    throw new TypeError(
      `${places.key}: has a password; write it without one: openssl pkey -in key.pem -out plain.pem`,
    );
  check(places.key, 'the private key of the certificate', () => {
    createPrivateKey(key); // `createSecureContext` ignores an empty text
    createSecureContext({ cert, key });
  });
  if (clientCa === undefined) return;
  const found = check(places.clientCa, 'the certificate of a CA', () => new X509Certificate(clientCa));
  if (!found.ca && found.subject !== found.issuer)
    throw new TypeError(`${places.clientCa}: is not a CA; expected its issuer (${found.issuer})`);
}

/** The errors of OpenSSL do not show this for every key: with a wrong password, it seems to decrypt one key in 256. */
const encrypted = /^(?:-+BEGIN ENCRYPTED |Proc-Type: 4,ENCRYPTED)/m;

function check<T>(place: string, wanted: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // of OpenSSL
    const isOther = code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH';
    const problem = isOther ? 'does not belong to the certificate' : `expected ${wanted} (PEM); ${message}`;
    throw new TypeError(`${place}: ${problem}`);
  }
}

const addressOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress}:${remotePort}`;

/** With `clientCa`, the server refuses each connection without a certificate of these CAs (auth.5). */
export function createTlsServer(tls: TlsOptions, options: ServerOptions, listener: RequestListener): Server {
  checkTls(tls);
  const { cert, key, clientCa: ca } = tls;
  const mutual = ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ ...options, cert, key, ...mutual }, listener);
  /** By the address of the client, because a TLS socket has no public reference to its TCP socket. */
  const tcpSockets = new Map<string, Socket>();
  const shaking = new Set<string>();
  // By default, connections that have not ended their handshake stay open, and the server waits for them.
  server.closeAllConnections = () => {
    for (const tcp of tcpSockets.values()) tcp.destroy();
    // After this, the server emits no event for them. A client that refused the certificate can have ended already.
    for (const _ of shaking) handshakeRefused.publish(cutOff);
  };
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    tcpSockets.set(address, socket);
    shaking.add(address);
    socket.once('close', () => {
      tcpSockets.delete(address);
      shaking.delete(address);
    });
  });
  server.on('secureConnection', socket => {
    shaking.delete(addressOf(socket));
    const tcp = tcpSockets.get(addressOf(socket));
    // Only TCP has resets. Node throws if a TLS socket should send one.
    if (tcp) socket.resetAndDestroy = () => tcp.resetAndDestroy() && socket;
  });
  // By default, https.Server reports these errors as 'clientError', whose answer would be HTTP inside a broken handshake.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    shaking.delete(addressOf(socket));
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

const cutOff =
  'the connection ended during the handshake, so the client may not trust the certificate of this server';

const reasons: readonly (readonly [RegExp, string])[] = [
  [/NOT_RETURN_A_CERTIFICATE/, 'the client sent no certificate, and this server requires one'],
  [/CERT_HAS_EXPIRED|NOT_YET_VALID/, 'the certificate of the client is not valid today'],
  [/INVALID_PURPOSE/, 'the certificate is not one for clients'],
  [/^[A-Z_]*(?:CERT|ISSUER|LEAF)/, 'no CA that this server accepts has signed the certificate of the client'],
  [/HTTP_REQUEST|WRONG_VERSION_NUMBER/, 'the client sent plain HTTP; its address must begin with https://'],
  [/ALERT_UNKNOWN_CA/, 'the client does not trust the CA of this server'],
  [/ALERT_CERTIFICATE_EXPIRED/, 'the client says that the certificate of this server has expired'],
  [/ALERT_(?:BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)/, 'the client refused the certificate of this server'],
  [/PROTOCOL|VERSION|NO_SHARED/, 'the client and this server have no TLS version or cipher in common'],
  [/ECONNRESET/, cutOff],
];

/** A refused certificate has its own code, and the error says only that the connection was closed. */
function reasonOf({ code = '', message }: NodeJS.ErrnoException, { authorizationError }: TLSSocket): string {
  const shown = code === 'ECONNRESET' && authorizationError ? String(authorizationError) : code;
  const known = reasons.find(([pattern]) => pattern.test(shown));
  return known ? `${known[1]} (${shown})` : message;
}
