import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import type { JsonObject } from '#contracts/util';
import type { MockSupplier } from '#mock-server';
import { createTestSupplier } from '../hotel-client.ts';

export const readProfile = (file: string) => parseProfile(parse(readFileSync(file, 'utf8')));
export const classicProfile = readProfile('contracts/profile/bundled/classic.yaml');

/** An answer as a client without types sees it. */
export interface ClassicAnswer {
  readonly status: number;
  readonly warnings: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a client of another system has no types of this contract
  readonly body: any;
}

/** A client that sends what it is given, as public clients do, and adds only the credential. */
function createClassicClient(supplier: MockSupplier) {
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

/** Starts a supplier and a client. `must` returns the body of an answer, and fails for a refused call or an error. */
export function startClassic() {
  const supplier = createTestSupplier({ profile: classicProfile });
  const client = createClassicClient(supplier);
  const must = async (answer: Promise<ClassicAnswer>) => {
    const { status, body } = await answer;
    expect({ status, message: body.Error?.Message }).toEqual({ status: 200, message: undefined });
    return body;
  };
  return { supplier, client, must };
}
