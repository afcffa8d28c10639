import { render } from 'preact';
import '../shared/theme.css';
import './report.css';
import type { PageData } from '../../report/index.ts';
import { DocumentApp } from './document.tsx';
import { ExplorationApp } from './exploration.tsx';
import { PlaysApp } from './plays.tsx';

function App({ page }: { readonly page: PageData }) {
  if (page.kind === 'document') return <DocumentApp page={page} />;
  return page.kind === 'exploration' ? <ExplorationApp page={page} /> : <PlaysApp page={page} />;
}

const data = document.getElementById('data')?.textContent;
const app = document.getElementById('app');
if (app && data) render(<App page={JSON.parse(data)} />, app);
