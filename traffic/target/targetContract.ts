import { type Contract, loadContract } from '../../schemas/load/contract.ts';
import { variable } from '../system/environment.ts';

const loaded = new Map<string | undefined, Promise<Contract>>();

/** True in a worker of a session or of Playwright, which numbers its workers. */
const isWorker = () => (variable('ASSAY_COLLECTS') ?? variable('TEST_WORKER_INDEX')) !== undefined;

/**
 * Loads the contract of a target, its own file or Assay's, once per process. The runner checks and compiles the whole file. A worker compiles only what it
 * uses; so does every process for Assay's own contract, which its tests have checked.
 */
export function targetContract(file: string | undefined): Promise<Contract> {
  const isChecked = file === undefined || isWorker();
  const known = loaded.get(file) ?? loadContract(file, { isSound: isChecked });
  loaded.set(file, known);
  return known;
}

/** Returns the contract that a journal's first line names. */
export function journalContract(name: string | undefined): Promise<Contract> {
  return targetContract(name === undefined || name === 'own' ? undefined : name);
}
