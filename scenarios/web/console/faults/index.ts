export { FaultForm } from './form.tsx';
export { readRegistry } from './read-registry.ts';
export { FaultsTab, isActive } from './tab.tsx';
