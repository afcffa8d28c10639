import type { ExchangeView, Facts } from '#contracts/control';
import { visible } from '../../shared/index.ts';

interface Problem {
  readonly Code?: string;
  readonly Message?: string;
  readonly Field?: string;
}

/** Explains why the server refused a call: the wrong fields, and what the client may have meant. Also shows hints about accepted calls. */
export function Refusal({ call }: { readonly call: ExchangeView | Facts }) {
  const { status = 0, warnings = [] } = call;
  const isRefused = status >= 400 && status < 500;
  const problems = isRefused ? problemsIn('answerBody' in call ? call.answerBody : undefined) : [];
  if (problems.length === 0 && warnings.length === 0) return null;
  return (
    <div class={isRefused ? 'why bad' : 'why'}>
      <h3>{isRefused ? 'Why the server refused this call' : 'Hints about this call'}</h3>
      <ul>
        {problems.map(({ Code, Message, Field }, index) => (
          <li key={index}>
            <strong>{visible(String(Field ?? Code ?? ''))}</strong>{' '}
            {visible(withoutField(String(Message ?? ''), Field))}
          </li>
        ))}
        {warnings.map(({ field, message }) => (
          <li key={field + message}>
            <strong>{visible(field)}</strong> {visible(message)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Messages start with the name of their field, which the list shows already. */
const withoutField = (message: string, field: string | undefined): string =>
  field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;

function problemsIn(body: unknown): Problem[] {
  const errors = typeof body === 'object' && body !== null && 'Errors' in body ? body.Errors : undefined;
  return Array.isArray(errors) ? errors.filter(one => typeof one === 'object' && one !== null) : [];
}
