import { visible } from '../shared/index.ts';

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
