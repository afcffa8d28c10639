import { type ErrorEntry, type OperationId, operations, type ResponseOf, writeAddress } from '#contracts';
import type { MockSupplier } from '#mock-server';

export const access = { token: 'demo-static-token', managerId: 1 };

export interface Got<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
  errors: ErrorEntry[];
}

export async function get<Body = unknown>(
  supplier: Pick<MockSupplier, 'fetch'>,
  address: string,
  init: RequestInit = {},
): Promise<Got<Body>> {
  const response = await supplier.fetch(`http://supplier.test${address}`, init);
  const text = await response.text();
  const body = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, body, errors: body.Errors ?? [] };
}

/** Calls an operation of static data, with the access above unless the fields override it. */
export function read<Id extends OperationId>(
  supplier: Pick<MockSupplier, 'fetch'>,
  id: Id,
  fields: object,
): Promise<Got<ResponseOf<Id>>> {
  return get(supplier, writeAddress(operations[id].path, { ...access, ...fields }));
}
