import { existsSync } from 'node:fs';
import { isCount, mapOf } from '../../../schemas/json/guards.ts';
import { replaceFile } from '../../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { storedJson } from '../../../traffic/system/storedJson.ts';

/** How often each combination was tried, by its name. */
export type Tried = Readonly<Record<string, number>>;

/** At most this many combinations are stored: a hostile target names as many methods as it likes. */
const mostStored = 20_000;

const isTried = mapOf(isCount);

/** Reads what campaigns have tried from a file; nothing if there is no file. Throws ConfigurationError for a file that no campaign has written. */
export function readTried(file: string | undefined): Tried {
  if (file === undefined || !existsSync(file)) return {};
  const value = storedJson(file);
  if (isTried(value)) return value as unknown as Tried;
  const hint = 'Remove the file: the next campaign creates it again.';
  throw new ConfigurationError(file, [{ where: '/', wanted: 'counts of combinations', seen: 'something else', hint }]);
}

/** Stores what campaigns have tried. Throws DiskWriteError. */
export const storeTried = (file: string, tried: Tried): void =>
  replaceFile(file, `${JSON.stringify(Object.fromEntries(Object.entries(tried).slice(-mostStored)))}\n`);
