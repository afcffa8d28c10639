// Runs `npm audit` for what users get: the packages that they install, and those that the built package holds. Findings of level
// high or critical fail the check. A registry that does not answer is reported, but does not fail it.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

type Finding = { severity: string; range: string };
type Report = { message?: string; vulnerabilities?: Record<string, Finding> };
type Lock = { packages: Record<string, { dev?: true }> };

const tries = 3;

function audit(): Report {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: stderr.trim() || 'no answer within 60 s' };
  }
}

const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.keys(packages).filter(path => !packages[path]?.dev);
const names = new Set(installed.map(path => path.replace(/^.*node_modules\//, '')));
for (const file of globSync('dist/**/*-LICENSES.txt'))
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(\S+) \d+\.\d+\.\d+\S*$/gm))
    names.add(String(name));

let report = audit();
for (let again = 1; again < tries && !report.vulnerabilities; again += 1) report = audit();

if (!report.vulnerabilities) {
  const said = report.message?.replace(/https?:\/\/\S+/g, 'its address');
  console.log(
    `NOT CHECKED: the registry did not answer in ${tries} tries (${said}). Run the audit again later.`,
  );
} else {
  const findings = Object.entries(report.vulnerabilities).filter(([name]) => names.has(name));
  console.log(`${findings.length} findings in ${names.size} packages`);
  for (const [name, { severity, range }] of findings) console.log(`${severity}: ${name} ${range}`);
  if (findings.some(([, { severity }]) => /^(?:high|critical)$/.test(severity))) process.exitCode = 1;
}
