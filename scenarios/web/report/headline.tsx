import { visible } from '../shared/index.ts';

/** The first line of a report: the verdict as a sentence. */
export function Headline({
  text,
  tone,
  what,
}: {
  readonly text: string;
  readonly tone: string;
  readonly what: string;
}) {
  return (
    <header class={`headline ${tone}`}>
      <p class="brand">Understudy · report of {what}</p>
      <h1>{visible(text)}</h1>
    </header>
  );
}

/** The facts about a report, as names and values. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl class="facts first">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{name === 'Client' ? <code>{visible(value)}</code> : visible(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
