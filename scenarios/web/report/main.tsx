import { render } from 'preact';
import '../shared/theme.css';
import type { Report } from '../../reports/index.ts';

function App({ report }: { report: Report }) {
  return (
    <main>
      <h1>{report.format}</h1>
    </main>
  );
}

const data = document.getElementById('data')?.textContent;
const app = document.getElementById('app');
if (app && data) render(<App report={JSON.parse(data)} />, app);
