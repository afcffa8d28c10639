import { systemClock } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import {
  escapeControls,
  hasRawControls,
  jsonText,
  remarksOf,
  runExitCode,
  showControls,
} from '../../report/index.ts';
import type { JudgedReference } from '../../run/node.ts';
import { CliError } from '../cli-error.ts';
import { titledColumns } from '../columns.ts';
import { defineCommand, flag, type OptionValues, option, text } from '../command.ts';
import { loadCatalogue, loadFolder, requireScenario } from '../load.ts';
import { config, configOptions, json } from '../options.ts';
import { scenarioText } from '../texts.ts';
import { drawNumber } from '../values.ts';

const options = {
  scenarios: configOptions.scenarios,
  json,
  yaml: flag('print one scenario as YAML, as a template for your own scenario'),
  seed: text('<text>', 'seed of the drawn task that "show" prints; needs --draw', {
    shownDefault: 'none',
  }),
  draw: option('<number>', 'number of the drawn task that "show" prints; needs --seed', drawNumber, {
    shownDefault: 'the fixed task',
  }),
  config,
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  actions: {
    list: { isStandard: true, run: list },
    show: { args: ['<id>'], run: show },
    check: { args: ['<file>'], run: (_, [path]) => check(path) },
  },
  options,
  examples: [
    'scenarios',
    'scenarios show answer-lost-booked --yaml > mine.yaml',
    'scenarios show hotel-confirmed --seed autumn --draw 2 --yaml',
    'scenarios check mine.yaml',
    'scenarios list --scenarios my-scenarios --json',
  ],
});

/** A shell creates the file of a template, still empty, in the folder of the user's scenarios. So a built-in scenario does not load the folder. */
async function catalogueWith(id: string, { scenarios }: Values): Promise<Scenario[]> {
  const builtIn = await loadCatalogue();
  return builtIn.some(known => known.id === id) ? builtIn : loadCatalogue(scenarios);
}

async function list({ scenarios, seed, draw, json: isJson }: Values): Promise<void> {
  if (seed !== undefined || draw !== undefined)
    throw new CliError(['--seed and --draw belong to scenarios show, not to scenarios list']);
  const catalogue = await loadCatalogue(scenarios);
  if (isJson) return console.log(jsonText(catalogue));
  const rows = catalogue.map(({ id, products, outcomes, title }) => [
    id,
    products.join(', '),
    outcomes.join(', '),
    showControls(title),
  ]);
  console.log(titledColumns(['ID', 'PRODUCTS', 'OUTCOME', 'TITLE'], rows));
}

async function drawnOf(scenario: Scenario, { seed, draw }: Values): Promise<Scenario> {
  if ((seed === undefined) !== (draw === undefined))
    throw new CliError(['--seed and --draw together name a drawn task; give both']);
  if (seed === undefined || draw === undefined) return scenario;
  const { drawScenario } = await import('../../catalogue/index.ts');
  return drawScenario(scenario, { seed, number: draw });
}

/** Returns the folder of the schemas, for a file in a folder of the user's project; `up` leads from there to the project. */
export const schemaIn = (up: string): string => `${up}/node_modules/travel-understudy/dist/contracts`;

async function show(values: Values, [id]: readonly [string, ...string[]]): Promise<void> {
  const { json: isJson, yaml } = values;
  if (isJson && yaml)
    throw new CliError(['--json and --yaml cannot be used together; give only one of these flags']);
  const scenario = await drawnOf(requireScenario(id, await catalogueWith(id, values)), values);
  if (isJson) return console.log(jsonText(scenario));
  if (!yaml) return console.log(scenarioText(scenario));
  console.log((await yamlText(scenario)).trimEnd());
}

export async function yamlText(scenario: Scenario): Promise<string> {
  const { Document, visit } = await import('yaml');
  // Without YAML anchors, the user can copy each part of the text separately.
  const document = new Document(scenario, { aliasDuplicateObjects: false });
  visit(document, {
    // In YAML, only text in double quotes can contain escape sequences.
    Scalar(_, node) {
      if (typeof node.value === 'string' && hasRawControls(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const yaml = escapeControls(document.toString({ lineWidth: 110 }));
  return `# yaml-language-server: $schema=${schemaIn('..')}/scenario.schema.json\n${yaml}`;
}

async function check(path: string): Promise<void> {
  const { catalogue } = await import('../../catalogue/index.ts');
  const scenarios = await loadFolder(path, catalogue);
  if (scenarios.length === 0)
    throw new CliError([
      `${path}: there is no scenario file in this folder; scenarios are .yaml, .yml, .json, .ts or .js files`,
    ]);
  // These modules are slow to load, and the other actions do not need them.
  const { judgeReference } = await import('../../run/node.ts');
  const { moveScenario, usualStart } = await import('../../catalogue/node.ts');
  const start = usualStart(systemClock.now());
  const wrong: string[] = [];
  const reports: JudgedReference['report'][] = [];
  for (const scenario of scenarios) {
    const judged = await judgeReference(moveScenario(scenario, start));
    reports.push(judged.report);
    const problems = problemsOf(scenario, judged);
    wrong.push(...problems.map(problem => `${scenario.id}: ${problem}`));
    if (problems.length === 0)
      console.log(
        `${scenario.id}: valid; the outcome with the reference client is ${judged.report.outcome}${unusedFaults(judged.idle)}`,
      );
  }
  if (wrong.length > 0) throw new CliError(wrong, runExitCode(reports, { isStale: false, isStrict: false }));
}

function problemsOf(
  { outcomes, tolerated = [] }: Scenario,
  { report, why }: JudgedReference,
): readonly string[] {
  const { state, outcome = 'error', verdicts } = report;
  if (state === 'held' || state === 'warned') return [];
  const allowed: readonly string[] = [...outcomes, ...tolerated];
  if (state === 'broken' && !allowed.includes(outcome)) {
    const reason = why === undefined ? '' : ` (${why})`;
    return [
      `the outcome with the reference client is ${outcome}${reason}, but the scenario allows only ${outcomes.join(', ')}`,
    ];
  }
  if (state !== 'broken') return remarksOf(report);
  return verdicts
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap(({ rule, findings }) => findings.map(({ message }) => `${rule}: ${message}`));
}

const unusedFaults = (idle: readonly string[]): string =>
  idle.length === 0 ? '' : `; no call matched the faults ${idle.join(', ')}`;
