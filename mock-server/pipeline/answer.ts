import type { Dialect, ErrorEntry } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { shorten } from '#contracts/util';
import { Refusal, refuse, secretIn } from '../books/index.ts';
import type { Address } from './address.ts';
import { createAddressSecrets } from './redact-call.ts';
import type { Answered, Handled, Reached } from './stages.ts';

export function standardHeaders(sandboxId: string, number: number, at: number): Record<string, string> {
  const date = new Date(at);
  return {
    'content-type': 'application/json; charset=utf-8',
    date: date.toUTCString(),
    'x-understudy-sandbox': sandboxId,
    'x-understudy-exchange': String(number),
    'x-understudy-time': date.toISOString(),
  };
}

const maxNamed = 5;
const maxField = 60;

/** The header names the number of the warnings, and kind and field of the first. The journal has the messages. */
export function warningHeader(warnings: readonly Warning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const named = warnings.slice(0, maxNamed).map(({ kind, field }) => `${kind} ${place(field)}`);
  const more = warnings.length > maxNamed ? ['...'] : [];
  return { 'x-understudy-warnings': [warnings.length, ...named, ...more].join('; ') };
}

/** As ASCII text without separators. */
const place = (field: string): string =>
  field === ''
    ? '(body)'
    : shorten(field, maxField)
        .replace('…', '...')
        .replaceAll(/[^!-~]|;/g, '?');

/** A poll can have moved the clock since the call arrived. */
export function stamp(reached: Reached, handled: Handled): Answered {
  const { sandbox, number } = reached;
  const at = sandbox.clock.now();
  const standard = standardHeaders(sandbox.identity.id, number, at);
  const headers = { ...standard, ...handled.extraHeaders };
  if (reached.warnings.length === 0) return { ...handled, reached, at, headers };
  const warnings = redactWarnings(reached);
  return { ...handled, reached, at, headers: { ...headers, ...warningHeader(warnings) }, warnings };
}

function redactWarnings({ sandbox, operation, body, warnings }: Reached): Warning[] {
  const { redactText } = sandbox.redactor.with(secretIn(operation, body));
  return warnings.map(({ kind, field, message }) => ({
    kind,
    field: redactText(field),
    message: redactText(message),
  }));
}

export function defectText(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `the stand-in failed because of a defect of its own, not because of your call: ${what}`;
}

export type RefuseCall = (reached: Reached, error: unknown) => Answered;

/** An error uses the names of the dialect, and contains no secret of the request (auth.5). */
export function createRefuseCall(dialect: Dialect, addresses: readonly Address[]): RefuseCall {
  const { secretsIn } = createAddressSecrets(addresses);

  function redacted(reached: Reached, { entries }: Refusal): ErrorEntry[] {
    const { hideSecrets } = reached.sandbox.redactor.with(...secretsIn(reached));
    return entries.map(entry => ({ ...entry, Message: hideSecrets(entry.Message) }));
  }

  return (reached, error) => {
    const refusal = error instanceof Refusal ? error : refuse('InternalError', defectText(error));
    const entries = redacted(reached, refusal);
    const id = reached.operation?.id ?? null;
    const shown = entries.map(entry => {
      const field = entry.Field === undefined ? undefined : dialect.fieldPath(id, 'request', entry.Field);
      return withField(entry, field);
    });
    return stamp(reached, {
      status: refusal.status,
      body: JSON.stringify(dialect.toDialect(id, 'answer', { Errors: shown })),
      extraHeaders: refusal.headers,
      kept: { answer: { Errors: entries.map(entry => withField(entry, entry.Field)) } },
    });
  };
}

function withField(entry: ErrorEntry, field: string | undefined): ErrorEntry {
  return field === undefined ? entry : { ...entry, Message: `${field}: ${entry.Message}`, Field: field };
}
