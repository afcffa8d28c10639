import { render } from 'preact';
import '../shared/theme.css';
import './console.css';
import { App } from './app.tsx';

document.title = 'Console · Understudy';
const app = document.getElementById('app');
if (app) render(<App />, app);
