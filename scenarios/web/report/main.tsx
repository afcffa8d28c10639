import { render } from 'preact';
import '../shared/theme.css';
import './report.css';
import type { PageData } from '../../reports/index.ts';
import { PlaysApp } from './plays/index.ts';

function App({ page }: { readonly page: PageData }) {
  if (page.kind === 'run' || page.kind === 'judged') return <PlaysApp page={page} />;
  return null;
}

const data = document.getElementById('data')?.textContent;
const app = document.getElementById('app');
if (app && data) render(<App page={JSON.parse(data)} />, app);
