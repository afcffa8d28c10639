export { MergeApp } from './merge-app.tsx';
