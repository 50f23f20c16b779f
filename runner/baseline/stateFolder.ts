import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { formerStateFile, type StateFile, stateFiles, stateFolderOf } from '../../traffic/target/filesBeside.ts';

/**
 * Creates the folder for the state of a target, and moves there what an earlier version stored beside the target file. Findings of a campaign on an OpenAPI
 * contract stay where they are, because they name the contract relative to their folder. Returns the names of what was moved. Throws ConfigurationError if the
 * folder cannot be written.
 */
export function openStateFolder(source: string): string[] {
  const folder = stateFolderOf(source);
  try {
    mkdirSync(folder, { recursive: true });
    const moved = (Object.keys(stateFiles) as StateFile[]).filter((file) => {
      const [from, to] = [formerStateFile(source, file), join(folder, stateFiles[file])];
      const isDue = existsSync(from) && !existsSync(to);
      if (isDue) renameSync(from, to);
      return isDue;
    });
    return moved.map((file) => stateFiles[file]);
  } catch (error) {
    const { code: seen = String(error) } = error as NodeJS.ErrnoException;
    const hint = 'Put the target file into a folder that can be written.';
    throw new ConfigurationError('the state of the target', [
      { where: folder, wanted: 'a folder that can be written', seen, hint },
    ]);
  }
}
