import { useState } from 'preact/hooks';
import { Command, visible } from '../../shared/index.ts';

/** The maximum number of characters that the page shows at first. Drawing a longer text takes too long. */
const maxShown = 20_000;

/** A body as text with a button that copies it. The page shows the start of a long body first. */
export function BodyView({ body, label }: { readonly body: unknown; readonly label: string }) {
  const [isWhole, showWhole] = useState(false);
  if (body === undefined) return <p class="soft">No body.</p>;
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  const isCut = text.length > maxShown && !isWhole;
  return (
    <>
      <Command text={visible(isCut ? text.slice(0, maxShown) : text)} label={label} />
      {isCut && (
        <button type="button" onClick={() => showWhole(true)}>
          Show {text.length - maxShown} more characters
        </button>
      )}
    </>
  );
}

/** The headers of a request or of an answer, folded. */
export function HeaderView({ headers }: { readonly headers: Readonly<Record<string, string>> | undefined }) {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return null;
  return (
    <details class="headers">
      <summary>{entries.length === 1 ? '1 header' : `${entries.length} headers`}</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{visible(name)}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
