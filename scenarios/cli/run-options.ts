import { type Product, products } from '#contracts';
import type { Pace } from '../runner/index.ts';
import { option, optional } from './option.ts';
import { readSpeed, readStart, readWantedReport, type WantedReport } from './run-values.ts';
import { choiceOf, httpAddress, integer, notEmpty } from './values.ts';

/** The options of what judges: run, exec and judge. */
export const runOptions = {
  globs: option<readonly string[]>({
    config: 'none',
    flag: 'scenario',
    hint: '<id>',
    default: [],
    shownDefault: 'all',
    description: 'a scenario to play, or several: * stands for anything; the flag again for more',
    several: true,
    read: given => [notEmpty(given)],
  }),
  product: option<readonly Product[]>({
    config: 'none',
    hint: '<product>',
    default: [],
    description: 'only scenarios that book this product: hotel, car, transfer or tour',
    several: true,
    read: given => [choiceOf(...products)(given)],
  }),
  tag: option<readonly string[]>({
    config: 'none',
    hint: '<tag>',
    default: [],
    description: 'only scenarios with this tag',
    several: true,
    read: given => [notEmpty(given)],
  }),
  rule: option<readonly string[]>({
    config: 'none',
    hint: '<rule>',
    default: [],
    description: 'only scenarios that name this rule, and only the rules named so count',
    several: true,
    read: given => [notEmpty(given)],
  }),
  pace: option<Pace['mode']>({
    config: 'none',
    flag: 'clock',
    hint: 'real|scaled|per-poll',
    default: 'scaled',
    description:
      'how time passes: with the machine; so many times as fast; or by jumps at polls, for clients whose waits are fixed',
    read: choiceOf('real', 'scaled', 'per-poll'),
  }),
  speed: option<Pace['speed']>({
    config: 'none',
    hint: 'auto|<number>',
    default: 'auto',
    description:
      'how many times as fast: UNDERSTUDY_TIME_SCALE of the client; auto takes for each scenario what it needs, up to 100, and plays again more slowly what is not kept there',
    read: readSpeed,
  }),
  start: option<string>({
    config: 'none',
    hint: '<date>|yesterday|as-written',
    default: 'yesterday',
    description:
      'the day on which the clocks of the scenarios start, in UTC; the dates of their tasks are counted from there; as-written leaves both as the scenarios have them',
    read: readStart,
  }),
  jobs: option<number>({
    config: 'none',
    hint: '<number>',
    default: 1,
    description: 'how many scenarios are played at once',
    read: integer('a number of scenarios', 1, 64),
  }),
  timeout: option<number | undefined>({
    config: 'none',
    hint: '<seconds>',
    default: undefined,
    shownDefault: 'a minute more than twice what a correct client takes',
    description: 'how long the client may take for one scenario',
    read: integer('a number of seconds', 1, 1_000_000),
  }),
  bail: option<boolean>({
    config: 'none',
    default: false,
    description: 'ends the run after the first scenario in which a rule is broken',
    read: () => true,
  }),
  strict: option<boolean>({
    config: 'none',
    default: false,
    description: 'warnings, and what the traffic cannot tell, count as broken',
    read: () => true,
  }),
  report: option<readonly WantedReport[]>({
    config: 'none',
    hint: '<form>[=<file>]',
    default: [],
    shownDefault: 'text',
    description: 'text, json, junit or another format, to stdout or into a file; the flag again for more',
    several: true,
    read: given => [readWantedReport(given)],
  }),
  baseline: optional({
    config: 'none',
    hint: '<file>',
    description:
      'file of known failures, a line "scenario: rule" each; one that did not happen fails the run',
  }),
  advisory: option<boolean>({
    config: 'none',
    default: false,
    description: 'tells which rules were broken and leaves the exit code to the command',
    read: () => true,
  }),
  sandbox: optional({
    config: 'none',
    hint: '<id>',
    description: 'the sandbox of a server that runs, to be judged by what it has seen so far',
  }),
  control: option<string>({
    config: 'none',
    hint: '<url>',
    default: 'http://127.0.0.1:4010/_control',
    description: 'where the control API of that server is',
    read: httpAddress,
  }),
  list: option<boolean>({
    config: 'none',
    default: false,
    description: 'lists what would be played',
    read: () => true,
  }),
  drawFrom: optional({
    config: 'none',
    flag: 'seed',
    hint: '<text>',
    shownDefault: "each scenario's own",
    description: 'what the inventory is drawn from; the same seed gives the same hotels and prices',
  }),
};
