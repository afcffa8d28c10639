export { FaultForm } from './form.tsx';
export { FaultsTab } from './tab.tsx';
export { readRegistry } from './registry.ts';
