import { version } from '#contracts/util';
import { findRule, invariants } from '../../judge/index.ts';
import { type Finding, type Format, isTable } from '../document.ts';
import { oneLine, plain, showControls } from '../text.ts';

/** A finding is about calls and not about source code, so its place is a logical one. Viewers of files get the name `understudy`. */
export const sarif: Format = ({ parts }) => {
  const findings = parts.flatMap(part => (isTable(part) ? [] : part.findings));
  // A note without a rule says something about the whole report.
  const results = findings.filter(({ level, rule }) => level !== 'note' || rule !== undefined).map(resultOf);
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'understudy', version, rules: ids.map(descriptorOf) } }, results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
};

function resultOf({ level, title, rule, short, lines }: Finding) {
  const ruleId = rule ?? oneLine(title);
  const text = (short ?? lines(plain)).map(showControls).join('\n');
  return {
    ruleId,
    level,
    message: { text: text === '' ? ruleId : text },
    // After a broken rule, the title names its scenario, or the number of its scenarios, which changes from run to run.
    partialFingerprints: { 'finding/v1': title.startsWith(`${ruleId} in `) ? ruleId : oneLine(title) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'understudy' }, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: oneLine(title) }],
      },
    ],
  };
}

function descriptorOf(id: string) {
  const rule = findRule(id) ?? invariants.find(known => known.id === id);
  if (rule === undefined) return { id };
  const { title, level } = rule;
  // A rule about the end of a run has only its title.
  const { right, explanation } = 'right' in rule ? rule : { right: title, explanation: title };
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: right },
    help: { text: explanation },
    defaultConfiguration: { level: level === 'must' ? 'error' : 'warning' },
  };
}
