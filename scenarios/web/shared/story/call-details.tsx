import type { StoryCall } from '../../../story/index.ts';
import { Command } from '../copy-button.tsx';
import { clockTime, shortDuration } from '../duration.ts';
import { visible } from '../visible.ts';
import { curlOf } from './curl.ts';
import { answerText, faultText } from './row-view.tsx';

/** Shows everything about one call: request, answer, faults, the facts for the judge, and a command that sends it again. */
export function CallDetails({ call, close }: { readonly call: StoryCall; close(): void }) {
  const { number, operation, method, url, at, tookMs, faults = [], said, request, answer } = call;
  return (
    <section class="call-details" aria-label={`Exchange ${number}`}>
      <header>
        <h4>
          #{number} {visible(operation ?? method)}
        </h4>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <p class="address">
        <b>{visible(method)}</b> {visible(url)}
      </p>
      <dl class="facts">
        <Fact name="Answer">{answerText(call)}</Fact>
        <Fact name="Sent at">{clockTime(at)}</Fact>
        {tookMs > 0 && <Fact name="Took">{shortDuration(tookMs)}</Fact>}
        {faults.length > 0 && <Fact name="Fault">{visible(faults.map(faultText).join('; '))}</Fact>}
        {said !== '' && <Fact name="Says">{visible(said)}</Fact>}
      </dl>
      <Body name="Request" text={request} />
      <Body name="Answer" text={answer} />
      <h5>curl</h5>
      <Command text={visible(curlOf(call))} label={`Copy exchange ${number} as curl`} />
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Body({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <>
      <h5>{name}</h5>
      <pre class="body" tabindex={0}>
        {visible(text)}
      </pre>
    </>
  );
}
