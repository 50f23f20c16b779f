import { type Contract, loadContract } from '../../schemas/load/contract.ts';
import { variable } from '../system/environment.ts';

const loaded = new Map<string | undefined, Promise<Contract>>();

/** A worker of a session, or of Playwright, which numbers them. */
const isWorker = () => (variable('ASSAY_COLLECTS') ?? variable('TEST_WORKER_INDEX')) !== undefined;

/**
 * The contract of a target, its own file or Assay's, loaded once by a process. The runner checks and compiles all of a file; a
 * worker only what it uses, and so does everybody of Assay's own, which its tests have checked.
 */
export function targetContract(file: string | undefined): Promise<Contract> {
  const isSound = file === undefined || isWorker();
  const known = loaded.get(file) ?? loadContract(file, { isSound });
  loaded.set(file, known);
  return known;
}

/** The contract that a journal's first line names. */
export function journalContract(name: string | undefined): Promise<Contract> {
  return targetContract(name === undefined || name === 'own' ? undefined : name);
}
