import { readFileSync, writeFileSync } from 'node:fs';
import { writeReport } from './scenarios/reports/index.ts';
const [, , from = '', to = ''] = process.argv;
writeFileSync(to, await writeReport('html', JSON.parse(readFileSync(from, 'utf8'))));
