import { Api } from '../../harness/api.ts';
import { type Known, readKnown } from '../interface/known.ts';
import { Batch, type Surroundings } from './batch.ts';

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
