import { render } from 'preact';
import '../shared/theme.css';
import './report.css';
import type { PageData } from '../../report/index.ts';
import type { DriftPage } from '../../verify/index.ts';
import { DriftApp } from './drift.tsx';
import { ExplorationApp } from './exploration.tsx';
import { MergeApp } from './merge.tsx';
import { PlaysApp } from './plays.tsx';

function App({ page }: { readonly page: PageData | DriftPage }) {
  if (page.kind === 'merge') return <MergeApp page={page} />;
  if (page.kind === 'exploration') return <ExplorationApp page={page} />;
  return page.kind === 'drift' ? <DriftApp page={page} /> : <PlaysApp page={page} />;
}

const data = document.getElementById('data')?.textContent;
const app = document.getElementById('app');
if (app && data) render(<App page={JSON.parse(data)} />, app);
