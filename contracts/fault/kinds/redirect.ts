import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { commit } from './parameters.ts';

export const redirect = defineFault('redirect', {
  part: 'answer',
  fields: () => ({
    status: z.literal([301, 302, 303, 307, 308]).meta({
      description:
        'The HTTP status of the answer. After 307 or 308 a client that follows the redirect sends its body again.',
    }),
    location: z
      .string()
      .regex(/^[\x21-\x7e]{1,500}$/, {
        error: 'expected an address of 1 to 500 characters in ASCII, without spaces',
      })
      .optional()
      .meta({ description: 'The address in the Location header; by default `/maintenance`.' }),
    commit,
  }),
  example: 'redirect=307,location=https://moved.example/,commit=never',
  about: 'A gateway or a login page redirects the client to another address.',
  trials: ([302, 307] as const).map(status => ({ parameters: { status } })),
  conflictsWith: () => ['status'],
  plan: ({ status, location = '/maintenance' }) => ({
    raw: { status, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: page },
  }),
});

const page = '<!DOCTYPE html>\n<html><head><title>Moved</title></head><body><h1>Moved</h1></body></html>\n';
