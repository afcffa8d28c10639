import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import { asObject, type JsonObject } from '#contracts/util';
import type { MockSupplier, MockSupplierOptions } from '#mock-server';
import { createTestSupplier } from '../hotel-client.ts';

/** The bundled profile `classic`. */
export const classicProfile = parseProfile(
  parse(readFileSync('contracts/profile/bundled/classic.yaml', 'utf8')),
);

/** Creates a supplier that speaks the profile `classic`. */
export const createClassicSupplier = (options: MockSupplierOptions = {}): MockSupplier =>
  createTestSupplier({ profile: classicProfile, ...options });

/** An answer as a client without types sees it. */
export interface ClassicAnswer {
  readonly status: number;
  readonly warnings: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a client of another system has no types of this contract
  readonly body: any;
}

/** A client that sends what it is given, as public clients do, and adds only the credential. */
export function createClassicClient(supplier: MockSupplier) {
  const Credential = { Username: 'demo', Password: 'demo' };
  const send = async (path: string, init?: RequestInit): Promise<ClassicAnswer> => {
    const response = await supplier.fetch(`http://supplier.test${path}`, init);
    const warnings = response.headers.get('x-understudy-warnings');
    return { status: response.status, warnings, body: JSON.parse(await response.text()) };
  };
  return {
    get: (path: string) => send(path),
    post: (path: string, body: JsonObject) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Credential, ...body }),
      }),
  };
}

/** Returns the messages of the answers that a client must not have: a status other than 200, or an error. */
export const errorsIn = ({ status, body }: ClassicAnswer): string[] => {
  const { Message } = asObject(asObject(body).Error);
  return status === 200 && Message === undefined ? [] : [`${status} ${String(Message)}`];
};
