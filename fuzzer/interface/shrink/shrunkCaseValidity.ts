import { Api } from '../../../runner/worker/api.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { Shows } from '../../engine/shrink/shrink.ts';
import { Batch } from '../executor/batch.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import { readInventory, type TargetInventory } from '../target/targetInventory.ts';
import { caseValidity } from '../validity/caseValidity.ts';

async function readOnce(surroundings: CampaignEnvironment): Promise<TargetInventory> {
  const batch = await Batch.open(surroundings, { name: 'known' });
  try {
    return await readInventory(batch.worker, new Api(batch.worker, 'campaign'));
  } finally {
    await batch.close({ isKept: false });
  }
}

const read = new Map<string, Promise<TargetInventory>>();

/** Returns what is known of a target, read once in a process. Sends only GETs. */
export function inventoryOf(surroundings: CampaignEnvironment): Promise<TargetInventory> {
  const { baseUrl, credentials } = surroundings.target;
  const key = `${baseUrl} ${credentials[0].tokenId}`;
  const known = read.get(key) ?? readOnce(surroundings);
  read.set(key, known);
  return known;
}

/** Makes a check whether the cases shrunk from one still are what its label says. Reads what is known of the target at the first use. */
export function shrunkCaseValidity(surroundings: CampaignEnvironment, whole: FuzzCase): Shows {
  let isSame: Promise<(one: FuzzCase) => boolean> | undefined;
  const read = async () => {
    const contract = await targetContract(surroundings.target.contract);
    return caseValidity({ known: await inventoryOf(surroundings), contract }, whole);
  };
  return async (one) => {
    isSame ??= read();
    return (await isSame)(one);
  };
}
