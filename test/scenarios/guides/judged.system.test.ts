import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksIn } from '../../docs/blocks.ts';
import { readProjectFile } from '../../house/project-files.ts';
import { type Serving, startServing } from '../cli/run-command.ts';
import { paste } from './paste.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await startServing();
});
afterAll(() => serving.end());

const control = async (path: string, method = 'GET') => {
  const answer = await fetch(`${serving.ready.baseUrl}/_control/sandboxes${path}`, { method });
  return answer.json();
};

/** Returns the rules that the calls of any sandbox broke, with the first finding of each. */
async function brokenRules(): Promise<string[]> {
  const sandboxes: { id: string }[] = await control('');
  const all = await Promise.all(sandboxes.map(({ id }) => control(`/${id}/verdicts`)));
  const verdicts: { rule: string; findings: { message: string }[] }[] = all.flatMap(one => one.verdicts);
  return verdicts.flatMap(({ rule, findings: [first] }) => (first ? [`${rule}: ${first.message}`] : []));
}

/** Returns the pattern of an output in a guide. An ellipsis stands for any text, and each number for any number. */
function patternOf(shown: string): RegExp {
  const escaped = shown.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '[\\s\\S]*').replaceAll(/\d+/g, '\\d+(?:\\.\\d+)?')}$`);
}

const mark = '=== the next block of the guide ===';

it.each([
  ['first-booking', 12],
  ['payment', 1],
])('the commands of the guide %s keep every rule, and print what the guide shows', async (guide, shown) => {
  await control('/default/reset', 'POST');
  const blocks = blocksIn(readProjectFile(`docs/guides/${guide}.md`), 'sh|text');
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const script = commands.join(`echo '${mark}'\n`).replaceAll('http://127.0.0.1:4010', serving.ready.baseUrl);
  const { status, stdout, stderr } = await paste(script);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const outputs = stdout.split(`${mark}\n`);
  const pairs = blocks.flatMap(({ language, text }, index) =>
    language === 'text' ? [{ text, output: outputs[commands.indexOf(blocks[index - 1]?.text ?? '')] }] : [],
  );
  expect(pairs).toHaveLength(shown);
  for (const { text, output } of pairs) expect(output?.trim()).toMatch(patternOf(text));
  expect(await brokenRules()).toEqual([]);
});
