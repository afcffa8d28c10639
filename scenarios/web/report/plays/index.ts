export { PlaysApp } from './plays-app.tsx';
