export { VerdictsTab } from './tab.tsx';
