export { ExplorationApp } from './exploration-app.tsx';
