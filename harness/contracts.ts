import { type Contract, loadContract } from '../schemas/contract.ts';

const loaded = new Map<string | undefined, Promise<Contract>>();

/** The contract of a target, its own file or Assay's; loading compiles every schema, so a process does it once. */
export function contractFor(file: string | undefined): Promise<Contract> {
  const known = loaded.get(file) ?? loadContract(file);
  loaded.set(file, known);
  return known;
}

/** The contract that a journal's first line names. */
export function contractNamed(name: string | undefined): Promise<Contract> {
  return contractFor(name === undefined || name === 'own' ? undefined : name);
}
