// The form in which a person writes the inventory of a supplier: in a file, or in a call of the control API.
export { checkInventory, type InventoryProblem, maxProblems } from './check.ts';
export * from './schema.ts';
