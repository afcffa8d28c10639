import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { visible } from './texts.ts';

/** A button that does not submit its form. */
export const Button = (props: JSX.IntrinsicElements['button']) => <button type="button" {...props} />;

/** A button that copies a text. Without access to the clipboard, the text is selected, so that a person can copy it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, say] = useState('');
  const copy = async (button: HTMLElement) => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    const shown = button.closest('.copyable')?.querySelector('pre');
    if (!done && shown) getSelection()?.selectAllChildren(shown);
    say(done ? 'Copied' : 'Selected');
  };
  return (
    <Button class="copy" aria-label={label} onClick={event => void copy(event.currentTarget)}>
      <span aria-live="polite">{said || 'Copy'}</span>
    </Button>
  );
}

export function Command({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="copyable">
      <pre tabindex={0}>{text}</pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** A fact without a value is left out. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string | undefined])[] }) => (
  <dl class="facts">
    {facts.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{name === 'Client' ? <code>{visible(value)}</code> : visible(value)}</dd>
          </div>
        ),
    )}
  </dl>
);
