import * as z from 'zod';
import type { AnyOperation } from '#contracts';
import type { Provenance } from '#contracts/provenance';
import { schemaFields } from './schema-fields.ts';

export interface PlacedProvenance {
  /** The id of the operation, then the part, such as `hotel.search answer.Hotels[].Rooms[].Id`. */
  readonly path: string;
  readonly provenance: Provenance;
}

/** Returns the provenances of an operation: of the operation, of its answer, of its headers and of every field. */
export function provenancesOf(operation: AnyOperation): PlacedProvenance[] {
  const { id, provenance, answerProvenance, headers = {}, request, answer } = operation;
  const fields = [...schemaFields(request, `${id} request`), ...schemaFields(answer, `${id} answer`)];
  const ofHeaders = Object.entries(headers).map(
    ([name, header]) => [`${id} ${name}`, header.provenance] as const,
  );
  return [
    { path: id, provenance },
    { path: `${id} answer`, provenance: answerProvenance },
    ...ofHeaders.map(([path, own]) => ({ path, provenance: own })),
    ...fields.map(({ path, schema }) => ({
      path,
      provenance: z.globalRegistry.get(schema)?.['x-provenance'] as Provenance, // a test proves that each field has one
    })),
  ];
}
