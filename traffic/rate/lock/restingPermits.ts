import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodClass, methodClasses } from '../limiter/methodClass.ts';
import type { Shard } from '../limiter/quotaShare.ts';
import { removeFile } from './removeFile.ts';

/** For each permit that is not free, by method class: in how many ms it is free. */
export type RestingPermits = Record<MethodClass, number[]>;

/** The spent quota of an ended run: the run's part of the quota, and when each of its permits is free, ms since 1970. */
interface Spent {
  shard: Shard;
  untilMs: RestingPermits;
}

const ending = '.spent';

/** The common prefix of all files of an account in a folder. */
export interface AccountFiles {
  folder: string;
  prefix: string;
}

/** Stores the resting permits of a run, so that the next run on the account does not spend them again. */
export function storeRestingPermits({ folder, prefix }: AccountFiles, shard: Shard, resting: RestingPermits): void {
  if (methodClasses.every((name) => resting[name].length === 0)) return;
  const now = Date.now();
  const until = (name: MethodClass) => resting[name].map((ms) => Math.ceil(now + ms));
  const spent: Spent = { shard, untilMs: { post: until('post'), get: until('get') } };
  const name = `${prefix}-${process.pid}-${randomBytes(4).toString('hex')}${ending}`;
  writeFileSync(join(folder, name), JSON.stringify(spent));
}

/** Reads the resting permits of earlier runs for a run with this part of the quota. Earlier runs with a different equal share are left out. */
export function readRestingPermits({ folder, prefix }: AccountFiles, { index, of }: Shard): RestingPermits {
  const now = Date.now();
  const resting: RestingPermits = { post: [], get: [] };
  for (const name of readdirSync(folder).filter((each) => each.startsWith(prefix) && each.endsWith(ending))) {
    const path = join(folder, name);
    const spent = readSpent(path);
    const left = (each: MethodClass) => (spent?.untilMs[each] ?? []).map((ms) => ms - now).filter((ms) => ms > 0);
    if (methodClasses.every((each) => left(each).length === 0)) removeFile(path);
    else if (spent?.shard.of !== of || spent.shard.index === index)
      for (const each of methodClasses) resting[each].push(...left(each));
  }
  return resting;
}

function readSpent(path: string): Spent | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Spent>;
    const isComplete = value.shard && Array.isArray(value.untilMs?.post) && Array.isArray(value.untilMs.get);
    return isComplete ? (value as Spent) : undefined;
  } catch {
    return undefined;
  }
}
