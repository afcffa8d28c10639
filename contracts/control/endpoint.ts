import type * as z from 'zod';

/** What an endpoint answers with under one status. */
export interface ControlAnswerShape {
  readonly description: string;
  /** The schema of a JSON body; absent for a stream. */
  readonly schema?: z.ZodType;
  /** Media types of a body that is no plain JSON, or none beside it. */
  readonly types?: readonly string[];
}

/** One endpoint of the control API: server and OpenAPI document are both made from it. */
export interface ControlEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Needs no token even where the others do. */
  readonly open?: boolean;
  readonly query?: z.ZodObject;
  /** The JSON body; without one, an empty body is taken. */
  readonly request?: z.ZodType;
  /** A body that the default sandbox of a new server takes as it stands. */
  readonly example?: object;
  /** Whether a request without a body is read as an empty object. */
  readonly bodyOptional?: boolean;
  /** Largest body in bytes, where it is not the usual 1 MiB. */
  readonly largestBody?: number;
  readonly answers: Readonly<Record<number, ControlAnswerShape>>;
}
