import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import { patienceNs, refusedCreations } from './oracles/effect.ts';
import { read } from './plan.ts';
import { field, type RunRecord, textField } from './record.ts';

/** Own payments that are read again one by one; more would cost reads without telling more. */
export const mostReread = 60;

/** Of these so many, the newest, are read once more. */
export const mostRereadTwice = 30;

/** Pages of search that are walked back through the window of the run. */
const mostPages = 5;

function ownPayments(record: RunRecord): string[] {
  const keys = new Set(record.creations.map(({ clientOrderId }) => clientOrderId).filter((key) => key !== undefined));
  const own = record.payments.filter(({ value }) => keys.has(textField(value, 'clientOrderId') ?? ''));
  return [...new Set(own.map(({ value }) => textField(value, 'id')).filter((id) => id !== undefined))].slice(
    -mostReread,
  );
}

/** When the last thing is old enough that its absence, or its staying as it is, may be concluded, ns. */
function dueNs(record: RunRecord): bigint {
  const patience = patienceNs(record);
  const refusals = refusedCreations(record).map(({ receivedNs }) => receivedNs + patience);
  const windows = record.claims
    .filter(({ oracle }) => oracle === 'staysPending')
    .map(({ args }) => args as { created: string; windowMs: number })
    .map(({ created, windowMs }) => record.exchange(created).receivedNs + BigInt(windowMs) * 1_000_000n);
  return [...refusals, ...windows].reduce((latest, due) => (due > latest ? due : latest), 0n);
}

async function walkSearch(api: Api): Promise<void> {
  for (let page = 0; page < mostPages; page += 1) {
    const query = { sort: 'createdAt,desc', size: '100', page: String(page) };
    const answer = await api.send(read.search(query), { purpose: 'sweep' });
    const content = field(answer.json, 'content');
    if (answer.class !== 'accepted' || field(answer.json, 'last') !== false || !Array.isArray(content)) return;
  }
}

/**
 * The one sweep near the end of a run: waits until absence may be concluded, then reads lists, every refused creation's
 * clientOrderId, and every own payment again. Costs reads only.
 */
export async function sweep(api: Api, record: RunRecord): Promise<void> {
  const wait = Number((dueNs(record) - process.hrtime.bigint()) / 1_000_000n);
  if (wait > 0) await delay(wait);
  await api.send(read.payments(), { purpose: 'sweep' });
  await walkSearch(api);
  for (const { line } of refusedCreations(record))
    await api.send(read.search({ clientOrderId: line.request.clientOrderId ?? '' }), { purpose: 'sweep' });
  // Twice: what a payment left can only be seen by a second look.
  const own = ownPayments(record);
  for (const id of [...own, ...own.slice(-mostRereadTwice)]) await api.send(read.payment(id), { purpose: 'sweep' });
}
