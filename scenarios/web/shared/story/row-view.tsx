import type { ComponentChildren } from 'preact';
import { describeEnd } from '#contracts/exchange';
import type { StoryCall } from '../../../report/index.ts';
import { Button, Command, Facts } from '../parts.tsx';
import { clockTime, curlOf, cut, shortDuration, visible } from '../texts.ts';
import { itemOf, type PlacedRow, toneOf } from './rows.ts';

export function CallDetails({ call, close }: { readonly call: StoryCall; close(): void }) {
  const { number, operation, method, url, at, tookMs, faults = [], said, request, answer } = call;
  return (
    <section class="call-details" aria-label={`Exchange ${number}`}>
      <header class="ends">
        <h4>
          #{number} {visible(operation ?? method)}
        </h4>
        <Button onClick={close}>Close</Button>
      </header>
      <p class="address">
        <b>{visible(method)}</b> {visible(url)}
      </p>
      <Facts
        facts={[
          ['Answer', describeEnd(call)],
          ['Sent at', clockTime(at)],
          ['Took', tookMs > 0 ? shortDuration(tookMs) : ''],
          ['Fault', faults.map(faultText).join('; ')],
          ['Says', said],
        ]}
      />
      <Body name="Request" text={request} />
      <Body name="Answer" text={answer} />
      <h5>curl</h5>
      <Command text={visible(curlOf(call))} label={`Copy exchange ${number} as curl`} />
    </section>
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

export interface Frame {
  readonly width: number;
  readonly client: number;
  readonly supplier: number;
}

interface RowProps {
  readonly placed: PlacedRow;
  readonly frame: Frame;
}

/** A row without a call: what happened, with a symbol on the line of the client or of the supplier. */
export function EventRow({ placed: { row, y, height }, frame }: RowProps) {
  const { client, supplier, width } = frame;
  const middle = y + height / 2;
  const room = lettersIn(supplier - client - 24);
  /** The first text that has room, or else a part of the last one. */
  const atSupplier = (...texts: string[]) => (
    <text x={supplier - 10} y={middle + 4} text-anchor="end">
      {texts.find(one => one.length <= room) ?? cut(texts.at(-1) ?? '', room)}
    </text>
  );
  const atClient = (text: string, below = 4) => (
    <text x={client + 14} y={middle + below}>
      {text}
    </text>
  );
  const event = (look: string, ...content: ComponentChildren[]) => <g class={look}>{content}</g>;
  if (row.kind === 'state') {
    const change = `${row.before === undefined ? '' : `${row.before} → `}${row.status}`;
    const texts = atSupplier(`${itemOf(row.of)}: ${change}`, change, `→ ${row.status}`);
    return event(`state ${toneOf(row.status)}`, <circle cx={supplier} cy={middle} r={4.5} />, texts);
  }
  if (row.kind === 'charge') {
    const { amount, currency, status } = row.charge;
    const diamond = <path d={`M${supplier} ${middle - 6}l6 6l-6 6l-6 -6z`} />;
    return event('charge', diamond, atSupplier(`charge ${amount.toFixed(2)} ${currency}: ${status}`));
  }
  if (row.kind === 'expiry') {
    const text = atSupplier(`${row.token.kind} ${row.token.name} expires`);
    return event('quiet', <circle cx={supplier} cy={middle} r={2.5} />, text);
  }
  if (row.kind === 'restart') {
    const cross = <path d={`M${client - 6} ${middle - 6}l12 12m0 -12l-12 12`} />;
    return event('restart', cross, atClient(cut('The client is killed and started again', room)));
  }
  if (row.kind === 'wait') {
    const breaks = [client, supplier].map(x => <path key={x} d={`M${x} ${middle - 9}l4 3l-8 6l8 6l-4 3`} />);
    return event('wait', breaks, atClient(`${shortDuration(row.ms)} pass`));
  }
  if (row.kind === 'left') return event('quiet', atClient(`${row.count} further calls are not shown`, 8));
  if (row.kind !== 'end') return null;
  const line = <line x1={client - 8} x2={width} y1={middle - 8} y2={middle - 8} />;
  return event('end', line, atClient('The client has ended', 8));
}

interface CallProps extends RowProps {
  readonly call: StoryCall;
  readonly isMarked: boolean;
  readonly isSelected: boolean;
  select(number: number): void;
}

export function CallRow({ placed: { y, height }, frame, call, isMarked, isSelected, select }: CallProps) {
  const { client, supplier } = frame;
  const { number, operation, method, url } = call;
  const [sent = '', received = ''] = call.said.split(/(?:^| )→ /, 2);
  const name = visible(operation ?? `${method} ${url}`);
  const room = lettersIn(supplier - client - 24);
  const head = cut(`#${number} ${name}`, room);
  const choose = () => select(number);
  const classes = ['call', isMarked && 'marked', isSelected && 'selected', isLost(call) && 'lost'];
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no button inside of a picture
    <g
      class={classes.filter(Boolean).join(' ')}
      role="button"
      tabindex={0}
      data-call={number}
      aria-pressed={isSelected}
      onClick={choose}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
    >
      <rect class="hit" x={client - 12} y={y} width={supplier - client + 20} height={height} rx={4} />
      <text class="name" x={client + 10} y={y + 15}>
        {head}
        <tspan class="said" dx={6}>
          {` ${cut(visible(sent), Math.max(0, room - head.length - (isMarked ? 12 : 3)))} `}
        </tspan>
      </text>
      {isMarked && (
        <text class="proof" x={supplier - 10} y={y + 15} text-anchor="end">
          {'proof '}
        </text>
      )}
      <Arrow from={client} to={supplier} y={y + 21} />
      <Answer call={call} received={visible(received)} frame={frame} y={y} />
    </g>
  );
}

interface AnswerProps {
  readonly call: StoryCall;
  readonly received: string;
  readonly frame: Frame;
  readonly y: number;
}

function Answer({ call, received, frame: { client, supplier }, y }: AnswerProps) {
  const faults = (call.faults ?? []).map(faultText);
  const text = [describeEnd(call), ...(faults.length > 0 ? faults.map(one => `fault ${one}`) : [received])]
    .filter(Boolean)
    .join(' · ');
  const until = isLost(call) ? (client + supplier) / 2 : client;
  const isRefused = (call.status ?? 0) >= 400;
  const tone = isLost(call) ? 'fault' : isRefused ? 'refused' : faults.length > 0 ? 'changed' : 'fine';
  return (
    <g class={`answer ${tone}`}>
      <text x={supplier - 10} y={y + 34} text-anchor="end">
        {cut(`${faults.length > 0 ? '⚡ ' : ''}${visible(text)}`, lettersIn(supplier - client - 24))}
      </text>
      <Arrow from={supplier} to={until} y={y + 41} isWhole={until === client} />
      {isLost(call) && <path class="cross" d={`M${until - 4} ${y + 37}l8 8m0 -8l-8 8`} />}
    </g>
  );
}

interface ArrowProps {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly isWhole?: boolean;
}

function Arrow({ from, to, y, isWhole = true }: ArrowProps) {
  const back = to > from ? -6 : 6;
  return (
    <>
      <path class="arrow line" d={`M${from} ${y}H${to}`} />
      {isWhole && <path class="arrow" d={`M${to + back} ${y - 3.5}l${-back} 3.5l${back} 3.5`} />}
    </>
  );
}

const isLost = ({ status, ending }: StoryCall): boolean => status === undefined || ending !== undefined;

export function faultText({ kind, commit }: NonNullable<StoryCall['faults']>[number]): string {
  if (commit === undefined) return kind;
  return `${kind}, ${{ before: 'took effect', after: 'took effect later', never: 'no effect' }[commit]}`;
}

const lettersIn = (width: number): number => Math.max(4, Math.floor(width / 7.25));
