import { styleText } from 'node:util';
import { columns } from './columns.ts';
import { type Command, commands } from './commands.ts';
import { flagOf, type OptionKey, optionOf, variableOf } from './options.ts';

const heading = (text: string): string => styleText('bold', text);
const about =
  'Understudy: a stand-in supplier for B2B travel booking APIs, offline and with a clock of its own.';

/** The help of the whole command. */
export function generalHelp(): string {
  return [
    about,
    '',
    heading('Usage'),
    '  understudy <command> [options]',
    '',
    heading('Commands'),
    ...columns([
      ...commands.map(({ name, summary }) => [name, summary]),
      ['help <command>', 'Explains a command and its options.'],
    ]),
    '',
    heading('Options'),
    ...columns([
      ['-h, --help', 'this text, or that of a command'],
      ['-v, --version', 'the version'],
    ]),
    '',
    'Exit codes: 0 all well, 64 called wrongly (flag, value, command, content of a file), 1 anything else; exec ends as its command did, and run says more: docs/guides/run.md.',
  ].join('\n');
}

function usage({ name, word, behindDashes }: Command): string {
  const before = word === undefined ? [] : [`[${word}]`];
  const behind = behindDashes === undefined ? [] : [`-- <${behindDashes}>`];
  return ['understudy', name, ...before, '[options]', ...behind].join(' ');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const { summary, options, examples } = command;
  const rows = options.map(key => [flagAndHint(key), explanation(key)]);
  const hasConfig = options.includes('config');
  return [
    summary,
    '',
    heading('Usage'),
    `  ${usage(command)}`,
    '',
    heading('Options'),
    ...columns([...rows, ['-h, --help', 'this text']]),
    '',
    ...(hasConfig ? ['A flag counts before its environment variable, that before the config file.', ''] : []),
    heading('Examples'),
    ...examples.map(line => `  ${line}`),
  ].join('\n');
}

/** An option as it is written on a command line. */
export function flagAndHint(key: OptionKey): string {
  const { hint, isVariableOnly } = optionOf(key);
  if (isVariableOnly) return `${variableOf(key)}=${hint}`;
  return hint === undefined ? `--${flagOf(key)}` : `--${flagOf(key)} ${hint}`;
}

/** The default of an option as it is shown; empty when there is none. */
export function defaultText(key: OptionKey): string {
  const { default: value, shownDefault } = optionOf(key);
  if (shownDefault !== undefined) return shownDefault;
  return value === undefined || value === false ? '' : String(value);
}

function explanation(key: OptionKey): string {
  const facts = [
    defaultText(key) === '' ? [] : [`default: ${defaultText(key)}`],
    optionOf(key).isVariableOnly ? [] : (variableOf(key) ?? []),
  ].flat();
  const { description } = optionOf(key);
  return facts.length === 0 ? description : `${description}\n[${facts.join('; ')}]`;
}
