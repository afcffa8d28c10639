import { render } from 'preact';
import '../shared/theme.css';

const App = () => (
  <main>
    <h1>Console</h1>
  </main>
);

const app = document.getElementById('app');
if (app) render(<App />, app);
