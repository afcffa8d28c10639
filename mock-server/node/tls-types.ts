/** A certificate and its private key, as PEM. The certificate can be followed by those of intermediate CAs. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** The certificate of a server, and the clients that it accepts. */
export interface TlsOptions extends KeyPair {
  /** Certificates of CAs, as PEM. The handshake then refuses a client without a certificate of one of them (assumed for auth.5). */
  readonly clientCa?: string | undefined;
}

/** The options of `createTestCertificates`. */
export interface TestCertificateOptions {
  /** The folder for the files. It keeps the CA and the certificate of the client for the next call. Default: no files. */
  readonly folder?: string | undefined;
  /** Names and IP addresses of the server beside localhost, 127.0.0.1 and ::1. */
  readonly hosts?: readonly string[] | undefined;
  /** What is wrong with the certificate of the server, to test that a client refuses it. */
  readonly fault?: 'expired' | 'wrong-host' | 'untrusted' | undefined;
}

/** A CA for tests, as PEM, and the certificates that it has signed. */
export interface TestCertificates {
  readonly ca: string;
  readonly server: KeyPair;
  readonly client: KeyPair;
}
