import { type Contract, loadContract } from '../../schemas/load/contract.ts';
import { variable } from '../system/environment.ts';

const loaded = new Map<string | undefined, Promise<Contract>>();

/** True in a worker of a session, or in a worker of Playwright: Playwright numbers its workers. */
const isWorker = () => (variable('ASSAY_COLLECTS') ?? variable('TEST_WORKER_INDEX')) !== undefined;

/**
 * Loads the contract of a target once per process: the target's own file, or Assay's contract. The runner checks and compiles the whole file, and a worker
 * compiles only what it uses. Every process compiles only what it uses of Assay's contract, because Assay's tests have checked that contract.
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
