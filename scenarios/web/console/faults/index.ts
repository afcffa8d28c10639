export { FaultForm } from './form.tsx';
export { readRegistry } from './registry.ts';
export { FaultsTab } from './tab.tsx';
