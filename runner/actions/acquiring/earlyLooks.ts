import { pageOf, paymentIdOf } from '../../../oracles/answers/searchPage.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** A payment may leave its first status within a fraction of a second, so the newest payments are read this often, ms apart, until they have changed. */
const mostEarlyLooks = 12;
const earlyStepMs = 25;

/** Reads the newest payments until they have changed, so that the status in which a payment was detected shows (SAB-09). */
export async function looksEarly(api: Api): Promise<void> {
  const newest = async () =>
    (pageOf(await api.send(read.search({ sort: 'createdAt,desc', size: '3' })))?.items ?? []).map(paymentIdOf).join();
  const before = await newest();
  for (let looks = 1; looks < mostEarlyLooks && (await newest()) === before; looks += 1) await api.pause(earlyStepMs);
}
