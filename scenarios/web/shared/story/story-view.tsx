import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted } from '#contracts/util';
import type { Story, StoryCall } from '../../../report/index.ts';
import { Button } from '../parts.tsx';
import { clockTime, shortDuration, visible } from '../texts.ts';
import { CallDetails, CallRow, EventRow, type Frame } from './row-view.tsx';
import { type Layout, layoutOf, storyRows } from './rows.ts';
import './story.css';

interface StoryProps {
  readonly story: Story;
  readonly marked?: readonly number[] | undefined;
  readonly selected?: number | undefined;
  /** Whether the client can still make calls, so that the story has no end. */
  readonly isOpen?: boolean;
  onSelect?(number: number | undefined): void;
}

export function StoryView({ story, marked = [], selected, isOpen = false, onSelect }: StoryProps) {
  const [own, setOwn] = useState<number | undefined>(selected);
  const [isFull, setFull] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const shown = selected ?? own;
  const key = marked.join();
  const layout = useMemo(() => {
    const proving = new Set(key === '' ? [] : key.split(',').map(Number));
    return layoutOf(story, storyRows(story, { marked: proving, isFull, isOpen }));
  }, [story, key, isFull, isOpen]);
  const call = story.calls.find(({ number }) => number === shown);
  const choose = (number: number | undefined) => {
    setOwn(number);
    onSelect?.(number);
  };
  return (
    <div class={`story ${call ? 'with-details' : ''}`}>
      <div class="story-picture" ref={place}>
        <Picture
          {...{ story, layout, width, shown, choose }}
          marked={new Set(marked)}
          open={() => setFull(true)}
        />
        <ul class="row story-legend soft small">
          <li class="open">status of a service</li>
          {layout.tokens.length > 0 && <li class="token">life of a Token</li>}
          {story.charges.length > 0 && <li class="charge">charge</li>}
        </ul>
        <p class="story-note soft small">
          {layout.rows.some(({ row }) => row.kind === 'same') && (
            <Button onClick={() => setFull(true)}>Show every call</Button>
          )}
          {`${counted(story.calls.length, 'call')} in ${shortDuration(story.ended)} on the clock of the sandbox.`}
          {layout.hiddenTokens > 0 &&
            ` The lives of ${counted(layout.hiddenTokens, 'more Token')} are not drawn.`}
        </p>
      </div>
      {call && <CallDetails call={call} close={() => choose(undefined)} />}
    </div>
  );
}

interface PictureProps {
  readonly story: Story;
  readonly layout: Layout;
  readonly width: number;
  readonly marked: ReadonlySet<number>;
  readonly shown: number | undefined;
  choose(number: number): void;
  open(): void;
}

function Picture({ story, layout, width, marked, shown, choose, open }: PictureProps) {
  const frame = frameOf(width, story, layout);
  const { client, supplier } = frame;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the picture contains buttons, so it is no image
    <svg
      role="group"
      aria-label="Calls of the client, and what happened at the supplier"
      width={width}
      height={layout.height + head}
    >
      <g class="lane-names">
        <text x={client - 6} y={16}>
          client
        </text>
        <text x={supplier + 6} y={16} text-anchor="end">
          supplier
        </text>
      </g>
      <g transform={`translate(0 ${head})`}>
        <line class="lane" x1={client} x2={client} y1={0} y2={endOfClient(layout)} />
        <line class="lane" x1={supplier} x2={supplier} y1={0} y2={layout.height} />
        <Times layout={layout} x={client - 18} />
        <Bars layout={layout} x={supplier + 16} services={story.services.length} />
        {layout.rows.map(placed => {
          const { row, y } = placed;
          if (row.kind === 'same')
            return (
              // biome-ignore lint/a11y/useSemanticElements: HTML has no button inside of a picture
              <g
                key={y}
                class="same"
                role="button"
                tabindex={0}
                onClick={open}
                onKeyDown={({ key }) => key === 'Enter' && open()}
              >
                <text x={client + 14} y={y + 18}>
                  {sameText(row.calls)}
                </text>
              </g>
            );
          if (row.kind !== 'call') return <EventRow key={y} placed={placed} frame={frame} />;
          const { number } = row.call;
          return (
            <CallRow
              key={y}
              {...{ placed, frame }}
              call={row.call}
              isMarked={marked.has(number)}
              isSelected={shown === number}
              select={choose}
            />
          );
        })}
      </g>
    </svg>
  );
}

function sameText(calls: readonly StoryCall[]): string {
  const [first, last] = [calls[0], calls.at(-1)];
  const when = first && last && last.at > first.at ? `, until ${clockTime(last.at)}` : '';
  return `… ${counted(calls.length, 'more equal call')}${when}`;
}

const head = 26;

function Times({ layout, x }: { readonly layout: Layout; readonly x: number }) {
  let before = '';
  return (
    <g class="times">
      {layout.rows.map(({ row, y }) => {
        const text = row.kind === 'wait' || row.kind === 'same' ? before : clockTime(row.at);
        const isNew = text !== before;
        before = text;
        return isNew ? (
          <text key={y} x={x} y={y + 15} text-anchor="end">
            {text}
          </text>
        ) : null;
      })}
    </g>
  );
}

interface BarsProps {
  readonly layout: Layout;
  readonly x: number;
  readonly services: number;
}

function Bars({ layout, x, services }: BarsProps) {
  const tokensAt = x + Math.min(services, maxServices) * serviceWidth + 4;
  const shown = layout.services.filter(({ lane }) => lane < maxServices);
  const bars = [
    ...shown.map(bar => ({ ...bar, kind: 'service', at: x + bar.lane * serviceWidth, width: 10 })),
    ...layout.tokens.map(bar => ({ ...bar, kind: 'token', at: tokensAt + bar.lane * tokenWidth, width: 4 })),
  ];
  return (
    <>
      {bars.map(({ kind, at, width, from, to, tone, name }) => (
        <rect
          key={`${at} ${from}`}
          class={`bar ${kind} ${tone}`}
          {...{ x: at, y: from, width, height: to - from, rx: 2 }}
        >
          <title>{visible(name)}</title>
        </rect>
      ))}
    </>
  );
}

const serviceWidth = 15;
const tokenWidth = 8;
const maxServices = 6;

function frameOf(width: number, { services }: Story, { tokenLanes }: Layout): Frame {
  const bars = 20 + Math.min(services.length, maxServices) * serviceWidth + tokenLanes * tokenWidth + 6;
  return { width, client: width < 560 ? 62 : 84, supplier: Math.max(width - bars, 200) };
}

const endOfClient = ({ rows, height }: Layout): number =>
  rows.find(({ row }) => row.kind === 'end')?.y ?? height;

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(720);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(300, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
