import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { decideRun } from '../../../traffic/journal/run.ts';
import { ConfigurationError, fileProblem } from '../../../traffic/system/configurationError.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { readTarget, type Target } from '../../../traffic/target/target.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';

/** Reads the target at a place and loads its contract. Throws ConfigurationError for a file that cannot be used, ContractError for an invalid contract. */
export async function prepareTarget(place: string): Promise<Target> {
  const target = readTarget(place);
  if (target.contract !== undefined) await targetContract(target.contract);
  return target;
}

/** True if there is a folder at a place. */
export const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory();

/** Checks that the folder of a file exists. Throws ConfigurationError. */
export function checkFolderOf(file: string): void {
  const folder = dirname(file);
  if (isFolder(folder)) return;
  const hint = 'Create the folder, or name a file in another one.';
  throw new ConfigurationError('--findings', [
    { where: file, wanted: 'a file in an existing folder', seen: `no folder ${folder}`, hint },
  ]);
}

/**
 * Checks that a file can be written, and replaced by another file of its folder, since nothing may be sent if its result cannot be stored. Throws
 * ConfigurationError.
 */
export function checkWritable(where: string, file: string): void {
  const beside = `${file}.${process.pid}.tried`;
  try {
    writeFileSync(beside, '');
    rmSync(beside);
    if (existsSync(file)) closeSync(openSync(file, 'a'));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const hint = 'Name another file, or make it writable.';
    throw new ConfigurationError(where, [{ where: file, wanted: 'a file that can be written', seen: code, hint }]);
  }
}

/** Creates a folder and its parents one by one: Node's own recursion does not end if a folder cannot be created. */
function make(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  mkdirSync(folder);
}

/** Creates the folder that a run writes to. Throws ConfigurationError if it cannot be written, or holds an earlier run. */
function readyOut(out: string): void {
  const wanted = 'a folder that can be written';
  let problem: { wanted: string; seen: string; hint: string } | undefined;
  try {
    make(out);
    accessSync(out, constants.W_OK);
    if (readdirSync(out).length > 0)
      problem = {
        wanted: 'a new or empty folder',
        seen: 'a folder with files in it',
        hint: 'Name another folder, or empty it.',
      };
  } catch (error) {
    problem = { wanted, seen: fileProblem(error), hint: 'Name another folder.' };
  }
  if (problem) throw new ConfigurationError('--out', [{ where: out, ...problem }]);
}

/** Decides and creates the folder that this run writes to, by default a new one; returns its absolute path. Throws ConfigurationError. */
export function prepareOutput(given: string | undefined): string {
  if (given !== undefined) decide('ASSAY_OUT', given);
  const out = decide('ASSAY_OUT', resolve(decideRun().out));
  readyOut(out);
  return out;
}
