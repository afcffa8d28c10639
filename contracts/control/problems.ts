import * as z from 'zod';
import { component } from '../provenance.ts';
import { fieldProblem } from '../scalars.ts';

/** The errors of the control API: their meaning and HTTP status. */
export const controlProblems = {
  InvalidRequest: { status: 400, when: 'The body, a parameter or a name in it is wrong; details name each.' },
  Unauthorized: { status: 401, when: 'The bearer token is missing or wrong.' },
  Forbidden: { status: 403, when: 'The Host or the Origin of the request is not one this server goes by.' },
  NotFound: { status: 404, when: 'No such path, sandbox, fault, booking or snapshot.' },
  MethodNotAllowed: { status: 405, when: 'The path exists with another method; Allow lists them.' },
  Conflict: { status: 409, when: 'It exists already, is closed, or contradicts what is there.' },
  PayloadTooLarge: { status: 413, when: 'The body is larger than this endpoint takes.' },
  UnsupportedMediaType: { status: 415, when: 'The body is not declared as application/json.' },
  InternalError: { status: 500, when: 'A defect of the stand-in.' },
} as const;

/** The code of an error. */
export type ControlProblemCode = keyof typeof controlProblems;

/** The body of every error of the control API. */
export const controlError = component(
  'ControlError',
  z.object({
    error: z.object({ code: z.string(), message: z.string(), details: z.array(fieldProblem) }),
  }),
);
