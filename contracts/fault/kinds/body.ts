import * as z from 'zod';
import { limits } from '../../clauses/index.ts';
import { duration } from '../../input/index.ts';
import { keysOf, parseDuration } from '../../util/index.ts';
import { type BodyChange, defineFault } from '../define-fault.ts';
import { commit } from './parameters.ts';

const xmlPage =
  '<?xml version="1.0" encoding="utf-8"?>\n<Response><Result>Error</Result><Message>The service could not write its answer as JSON.</Message></Response>\n';
const htmlPage =
  '<!DOCTYPE html>\n<html><head><title>The service is not available</title></head><body><h1>The service is not available</h1><p>Please try again in a few moments.</p></body></html>\n';

const defects = {
  truncated: { text: text => text.slice(0, Math.floor(text.length / 2)), isReadable: false },
  // A comma before the last brace makes the body invalid JSON, although the body looks complete.
  'invalid-json': { text: text => `${text.slice(0, -1)},${text.slice(-1)}`, isReadable: false },
  empty: { text: () => '', isReadable: false },
  xml: { text: () => xmlPage, contentType: 'application/xml; charset=utf-8', isReadable: false },
  html: { text: () => htmlPage, contentType: 'text/html; charset=utf-8', isReadable: false },
  'byte-order-mark': { text: text => `\uFEFF${text}`, isReadable: true },
  'wrong-content-type': { contentType: 'text/html; charset=utf-8', isReadable: true },
  // The bytes stay UTF-8. A client that uses the charset of the header cannot read the body. A client that always reads JSON as
  // UTF-8 can read the body.
  'wrong-charset': { contentType: 'application/json; charset=utf-16', isReadable: true },
  'slow-drip': { wire: { kind: 'drip', ms: limits.slowDrip.value }, isReadable: true },
  'cut-gzip': { wire: { kind: 'cut-gzip' }, isReadable: false },
} as const satisfies Record<string, BodyChange>;

export const body = defineFault('body', {
  part: 'answer',
  fields: () => ({
    how: z.enum(keysOf(defects)).meta({ description: 'The defect of the body.' }),
    over: duration
      .optional()
      .meta({ description: 'The time in which slow-drip sends the whole body; by default 10 s.' }),
    commit,
  }),
  check: schema =>
    schema.refine(({ how, over }) => over === undefined || how === 'slow-drip', {
      path: ['over'],
      message: 'expected "over" only with "slow-drip"; remove "over", or set "how" to "slow-drip"',
    }),
  example: 'body=slow-drip,over=PT1M,commit=never',
  about:
    'The answer has a defective body, like some answers of real suppliers. The operation takes effect unless `commit` is `never`.',
  note: '`over` is valid only with `slow-drip`.',
  // A body that a client can read is the answer of an operation that took effect.
  trials: keysOf(defects).map(how => ({
    parameters: { how },
    ...(defects[how].isReadable && { commits: ['before'] as const }),
  })),
  conflictsWith: () => ['body'],
  plan({ how, over }) {
    const change: BodyChange = defects[how];
    if (over === undefined) return { body: change };
    return { body: { ...change, wire: { kind: 'drip', ms: parseDuration(over) } } };
  },
});
