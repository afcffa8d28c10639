import * as z from 'zod';
import { fieldProblem, objectComponent } from '../input/index.ts';

/** The errors of the control API: their meaning and HTTP status. */
export const controlProblems = {
  InvalidRequest: { status: 400, when: 'The body or a parameter is wrong; `details` names each mistake.' },
  Unauthorized: { status: 401, when: 'The bearer token is missing or wrong.' },
  Forbidden: {
    status: 403,
    when: 'The server does not accept the Host header or the Origin header, or the token does not allow the call.',
  },
  NotFound: { status: 404, when: 'The path, sandbox, fault, booking or snapshot does not exist.' },
  MethodNotAllowed: { status: 405, when: 'The path needs another method; see the Allow header.' },
  Conflict: { status: 409, when: 'The object already exists, is closed, or contradicts another object.' },
  PayloadTooLarge: { status: 413, when: 'The body is larger than this endpoint accepts.' },
  UnsupportedMediaType: { status: 415, when: 'The Content-Type of the body is not application/json.' },
  RateLimited: {
    status: 429,
    when: 'The namespace has sent more requests in a second than its quota allows; see Retry-After.',
  },
  QuotaExceeded: {
    status: 507,
    when: 'The namespace has as many sandboxes or bookings as its quota allows, or the server uses all of its memory.',
  },
  StoreUnavailable: {
    status: 503,
    when: 'The durable store failed, so the call changed nothing; send it again after the time in Retry-After.',
  },
  ServerStopping: { status: 503, when: 'The server stops and accepts no new calls; see Retry-After.' },
  InternalError: { status: 500, when: 'The stand-in has a bug.' },
} as const;

/** The code of an error. */
export type ControlProblemCode = keyof typeof controlProblems;

/** The body of every error of the control API. */
export const controlError = objectComponent('ControlError', {
  error: z.object({ code: z.string(), message: z.string(), details: z.array(fieldProblem) }),
});
