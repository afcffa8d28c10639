export { DriftApp } from './drift-app.tsx';
