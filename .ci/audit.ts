// Runs `npm audit`. Findings of level high or critical fail the check. A registry that does not answer is reported, but does not fail it.
import { spawnSync } from 'node:child_process';

type Findings = Record<'info' | 'low' | 'moderate' | 'high' | 'critical' | 'total', number>;
type Report = {
  message?: string;
  metadata?: { vulnerabilities: Findings };
  vulnerabilities?: Record<string, { severity: string; range: string }>;
};

const tries = 3;

function audit(): Report {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: stderr.trim() || 'no answer within 60 s' };
  }
}

let report = audit();
for (let again = 1; again < tries && !report.metadata; again += 1) report = audit();

if (!report.metadata) {
  const said = report.message?.replace(/https?:\/\/\S+/g, 'its address');
  console.log(
    `NOT CHECKED: the registry did not answer in ${tries} tries (${said}). Run the audit again later.`,
  );
} else {
  const { high, critical, total } = report.metadata.vulnerabilities;
  console.log(`${total} findings, of them ${high} high and ${critical} critical`);
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities ?? {})) {
    console.log(`${severity}: ${name} ${range}`);
  }
  if (high + critical > 0) process.exitCode = 1;
}
