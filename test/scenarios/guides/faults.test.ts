import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isOperationId, parseDuration } from '#contracts';
import { readConfigFile } from '#scenarios/cli/config-file';
import { configOptions } from '#scenarios/cli/options';
import { readFaults } from '#scenarios/cli/values';
import { blocksOf } from '../../docs/blocks.ts';
import { createFolder } from '../../folder.ts';
import { createTestSupplier } from '../../mock-server/hotel-client.ts';
import { createPlayer } from '../recipes/player.ts';

interface Example {
  title: string;
  faults: string[];
  /** A call, how it is made, and its expected result. */
  lines: { what: string; how: string; result: string }[];
}

const guide = readFileSync('docs/guides/faults.md', 'utf8');

function examplesOf(text: string): Example[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map(section => {
      const [title = ''] = section.split('\n', 1);
      const faults = [...section.matchAll(/^`([^`]+)`$/gm)].map(([, fault = '']) => fault);
      const script = /```text\n(.*?)```/s.exec(section)?.[1] ?? '';
      const lines = script.trimEnd().split('\n').map(readLine);
      return { title, faults, lines };
    });
}

/** Parses a line such as `hotel.doBooking (the same again)   200, CONFIRMED`. */
function readLine(line: string): Example['lines'][number] {
  const [left = '', result = ''] = line.trim().split(/ {2,}/);
  const [, what = left, how = ''] = /^(.+?) \((.+)\)$/.exec(left) ?? [];
  return { what, how, result };
}

async function play({ faults, lines }: Example): Promise<Example['lines']> {
  const supplier = createTestSupplier({ options: { rateLimit: false }, faults });
  const player = createPlayer(supplier, { fetch: supplier.fetch, baseUrl: 'http://supplier.test' });
  const played: Example['lines'] = [];
  for (const line of lines) {
    const { what } = line;
    const [, time] = /^(P\S+) later$/.exec(what) ?? [];
    if (time !== undefined) player.clock.advance({ by: parseDuration(time) });
    const result = isOperationId(what)
      ? await player.call(what, line.how)
      : what === 'the supplier holds'
        ? player.holds()
        : time === undefined
          ? `no step of a recipe: ${what}`
          : '';
    played.push({ ...line, result });
  }
  const all = supplier.sandboxes.require('default').faults.list();
  expect(
    all.filter(({ fired }) => fired === 0),
    'faults that hit nothing',
  ).toEqual([]);
  return played;
}

it.each(examplesOf(guide))(
  'the recipe "$title" of the guide to faults has the results of the guide',
  async example => {
    expect(example.lines.length).toBeGreaterThan(1);
    expect(await play(example)).toEqual(example.lines);
  },
);

const folder = createFolder();

it('the config file of the guide to faults is read', async () => {
  const path = folder.write('understudy.yaml', blocksOf('faults', 'yaml')[0] ?? '');
  const { given, problems } = await readConfigFile(path);
  expect(problems).toEqual([]);
  const texts = given('fault', configOptions.fault) ?? [];
  const faults = texts.flatMap(({ text, source }) => readFaults(text, source));
  expect(faults.map(({ effect }) => effect.kind)).toEqual(['cut', 'delay', 'business']);
});

it('every example of the shorthand in the guide to faults is one fault', () => {
  const table = guide.split('| to express ')[1]?.split('The shorthand cannot express')[0] ?? '';
  const examples = [...table.matchAll(/`([^`<]+)`/g)].map(([, text = '']) => text);
  const whole = examples.filter(text =>
    /^(?:[\w.*+]+:)?(?:status|delay|price|body|cut|visibility|timeline|business)\b(?![.@])/.test(text),
  );
  expect(whole.length).toBeGreaterThan(10);
  for (const text of whole) expect(readFaults(text, 'guide'), text).toHaveLength(1);
  for (const text of examples.filter(one => /^(?:nth=|body\.)/.test(one)))
    expect(readFaults(`*.doBooking+*.search:delay=PT1S,${text}`, 'guide'), text).toHaveLength(1);
});
