import { Api } from '../../harness/api.ts';
import { contractFor } from '../../harness/contracts.ts';
import type { FuzzCase } from '../case.ts';
import { confirming } from '../interface/confirm.ts';
import type { Surroundings } from '../interface/executor/environment.ts';
import { type Known, readKnown } from '../interface/known.ts';
import type { Shows } from '../shrink/shrink.ts';
import { Batch } from './batch.ts';

async function readOnce(surroundings: Surroundings): Promise<Known> {
  const batch = await Batch.open(surroundings, { name: 'known' });
  try {
    return await readKnown(batch.stage, new Api(batch.stage, 'campaign'));
  } finally {
    await batch.close({ isKept: false });
  }
}

const read = new Map<string, Promise<Known>>();

/** What is known of a target, read once in a process; costs GETs alone. */
export function knownOf(surroundings: Surroundings): Promise<Known> {
  const { baseUrl, credentials } = surroundings.target;
  const key = `${baseUrl} ${credentials[0].tokenId}`;
  const known = read.get(key) ?? readOnce(surroundings);
  read.set(key, known);
  return known;
}

/** Says whether cases that are made smaller from one are what that was said to be; reads what is known of the target when it is first asked. */
export function sameAs(surroundings: Surroundings, whole: FuzzCase): Shows {
  let isSame: Promise<(one: FuzzCase) => boolean> | undefined;
  const read = async () => {
    const contract = await contractFor(surroundings.target.contract);
    return confirming({ known: await knownOf(surroundings), contract }, whole);
  };
  return async (one) => {
    isSame ??= read();
    return (await isSame)(one);
  };
}
