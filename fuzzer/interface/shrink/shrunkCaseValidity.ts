import { Api } from '../../../runner/worker/api.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { Shows } from '../../engine/shrink/shrink.ts';
import { Batch } from '../executor/batch.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import { readInventory, type TargetInventory } from '../target/targetInventory.ts';
import { caseValidity } from '../validity/caseValidity.ts';

async function readOnce(environment: CampaignEnvironment): Promise<TargetInventory> {
  const batch = await Batch.open(environment, { name: 'known' });
  try {
    return await readInventory(batch.worker, new Api(batch.worker, 'campaign'));
  } finally {
    await batch.close({ storesJournal: false });
  }
}

const read = new Map<string, Promise<TargetInventory>>();

/** Returns what is known of a target, read once in a process. Sends only GETs. */
export function inventoryOf(environment: CampaignEnvironment): Promise<TargetInventory> {
  const { baseUrl, credentials } = environment.target;
  const key = `${baseUrl} ${credentials[0].tokenId}`;
  const known = read.get(key) ?? readOnce(environment);
  read.set(key, known);
  return known;
}

/** Makes a check whether the cases that are shrunk from the original case still match its label. Reads the inventory of the target at the first use. */
export function shrunkCaseValidity(environment: CampaignEnvironment, original: FuzzCase): Shows {
  let isSame: Promise<(one: FuzzCase) => boolean> | undefined;
  const read = async () => {
    const contract = await targetContract(environment.target.contract);
    return caseValidity({ known: await inventoryOf(environment), contract }, original);
  };
  return async (one) => {
    isSame ??= read();
    return (await isSame)(one);
  };
}
