export { CallsTab } from './tab.tsx';
