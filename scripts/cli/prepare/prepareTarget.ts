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
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { readTarget, type Target } from '../../../traffic/target/target.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';

/** The target at a place, ready to be judged. Throws ConfigurationError for a file that cannot be used, ContractError for a contract that is none. */
export async function prepareTarget(place: string): Promise<Target> {
  const target = readTarget(place);
  if (target.contract !== undefined) await targetContract(target.contract);
  return target;
}

/** Whether there is a folder at a place. */
export const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory();

/** Says that the folder of a file is there. Throws ConfigurationError where it is not. */
export function checkFolderOf(file: string): void {
  const folder = dirname(file);
  if (isFolder(folder)) return;
  const hint = 'Make the folder, or name a file in another.';
  throw new ConfigurationError('--findings', [
    { where: file, wanted: 'a file in a folder that is there', seen: `no folder ${folder}`, hint },
  ]);
}

/** Says that a file can be written, and replaced by another of its folder. Throws ConfigurationError where it cannot: nothing may be sent whose outcome nobody could keep. */
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

/** Makes a folder and those above it one by one: where no folder can be, Node's own recursion does not end. */
function make(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  mkdirSync(folder);
}

/** Makes the folder that a run writes to. Throws ConfigurationError when it cannot be written, or holds an earlier run. */
function readyOut(out: string): void {
  const wanted = 'a folder that can be written';
  let problem: { wanted: string; seen: string; hint: string } | undefined;
  try {
    make(out);
    accessSync(out, constants.W_OK);
    if (readdirSync(out).length > 0)
      problem = { wanted: 'a new or empty folder', seen: 'one with files in it', hint: 'Name another, or empty it.' };
  } catch (error) {
    problem = { wanted, seen: (error as NodeJS.ErrnoException).code ?? String(error), hint: 'Name another folder.' };
  }
  if (problem) throw new ConfigurationError('--out', [{ where: out, ...problem }]);
}

/** Decides the folder that this run writes to, one of its own where none is given, and makes it; gives its whole path. Throws ConfigurationError. */
export function prepareOutput(given: string | undefined): string {
  if (given !== undefined) decide('ASSAY_OUT', given);
  const out = decide('ASSAY_OUT', resolve(decideRun().out));
  readyOut(out);
  return out;
}
