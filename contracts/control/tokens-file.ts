import * as z from 'zod';
import { namespaceName } from '../input/index.ts';

const bearer = z
  .string()
  .regex(/^[\w.~+/=-]{16,}$/, { error: 'expected at least 16 characters: letters, digits and -._~+/=' });
const sha256 = z
  .string()
  .regex(/^[\da-fA-F]{64}$/, { error: 'expected 64 hexadecimal digits, as `sha256sum` prints them' });
const scope = z.union([z.literal('admin'), z.literal('metrics'), z.templateLiteral([namespaceName, '/*'])], {
  error: 'expected "admin", "metrics", or a namespace such as "team-a/*"',
});

const entry = z
  .strictObject({ name: z.string().min(1), token: bearer.optional(), sha256: sha256.optional(), scope })
  .refine(({ token, sha256 }) => (token === undefined) !== (sha256 === undefined), {
    error: 'expected either "token" or "sha256"',
  });

const limit = z.int({ error: 'expected a whole number from 0' }).min(0).optional();
const quotas = z.strictObject({
  sandboxes: limit,
  bookings: limit,
  /** The maximum of the option `journalBytes` of each sandbox. */
  journalBytesPerSandbox: limit,
  /** Calls to the supplier and to the control API. */
  requestsPerSecond: z.int({ error: 'expected a whole number from 1' }).min(1).optional(),
});

const content = z.strictObject({
  tokens: z.array(entry),
  namespaces: z.record(namespaceName, quotas).optional(),
});

/**
 * A file with the tokens of the control API, and with the quotas of namespaces. Each token has a scope: all rights, only
 * the metrics, or one namespace.
 */
export const tokensFile = content.check(({ value, issues }) => {
  for (const name of ['name', 'token', 'sha256'] as const) {
    const seen = new Set<string>();
    for (const [index, token] of value.tokens.entries()) {
      const text = token[name]?.toLowerCase();
      if (text === undefined) continue;
      if (seen.has(text))
        issues.push({
          code: 'custom',
          path: ['tokens', index, name],
          input: value,
          message: 'expected a value that no earlier token has',
        });
      seen.add(text);
    }
  }
});

/** The content of a file with tokens. */
export type TokensFile = z.infer<typeof tokensFile>;
