import { setTimeout as delay } from 'node:timers/promises';
import type { ExactObject } from '../schemas/exact.ts';
import type { Api } from './api.ts';
import { patienceNs, refusedCreations, reusedKeys } from './oracles/effect.ts';
import { isFinal } from './oracles/lifecycle.ts';
import { read } from './plan.ts';
import { field, type RunRecord, textField } from './record.ts';

/** Own payments that are read again one by one; more would cost reads without telling more. */
export const mostReread = 60;

/** Of these so many, the newest, are read once more. */
export const mostRereadTwice = 30;

/** Pages of search that are walked back through the window of the run. */
const mostPages = 5;

const keyOf = (payment: ExactObject) => textField(payment, 'clientOrderId') ?? '';

/** The newest own payments, and among them all those that a claim says to stay as they are. */
function ownPayments(record: RunRecord): string[] {
  const keys = new Set(record.creations.map(({ clientOrderId }) => clientOrderId).filter((key) => key !== undefined));
  const claimed = new Set(windowsOf(record).map(({ created }) => created.line.request.clientOrderId));
  const own = record.payments.filter(({ value }) => keys.has(keyOf(value)));
  const rank = (payment: ExactObject) => (claimed.has(keyOf(payment)) ? 1 : 0);
  const ranked = own.toSorted((a, b) => rank(a.value) - rank(b.value));
  return [...new Set(ranked.flatMap(({ value }) => textField(value, 'id') ?? []))].slice(-mostReread);
}

/** Own payments that are looked for by search once more, and read again after hours and days where the clock can be moved. */
export const mostColdReads = 12;

/** What may be undone later: an hour for notices and audits, a day for what is done each night; ms. */
export const coldMs = [3_660_000, 90_000_000];

/** The newest own payments that search has shown, by clientOrderId, those that are final first. */
function foundBefore(record: RunRecord): { id: string; clientOrderId: string }[] {
  const keys = new Set(record.creations.map(({ clientOrderId }) => clientOrderId));
  const found = record.payments.flatMap(({ source, value }) => {
    const [id, clientOrderId] = [textField(value, 'id'), textField(value, 'clientOrderId')];
    if (source !== 'search' || id === undefined || clientOrderId === undefined || !keys.has(clientOrderId)) return [];
    return [{ id, clientOrderId, rank: isFinal(textField(value, 'status')) ? 1 : 0 }];
  });
  const newest = [...new Map(found.map((one) => [one.id, one])).values()];
  return newest.toSorted((a, b) => a.rank - b.rank).slice(-mostColdReads);
}

/** Reads what is long made once more, after hours and days where the target's clock can be moved: it must be as it was. */
async function readColdly(api: Api, record: RunRecord, advance?: (ms: number) => Promise<boolean>): Promise<void> {
  const own = foundBefore(record);
  if (own.length === 0) return;
  for (const ms of advance ? coldMs : []) {
    if (!(await advance?.(ms))) break;
    for (const { id } of own) await api.send(read.payment(id), { purpose: 'sweep' });
  }
  for (const { clientOrderId } of own) await api.send(read.search({ clientOrderId }), { purpose: 'sweep' });
}

/** The payments that are to stay pending, each with its window. */
function windowsOf(record: RunRecord) {
  return record.claims
    .filter(({ oracle }) => oracle === 'staysPending')
    .map(({ args }) => args as { created: string; windowMs: number })
    .map(({ created, windowMs }) => ({ created: record.exchange(created), windowMs }));
}

/** When the last thing is old enough that its absence, or its staying as it is, may be concluded, ns. */
function dueNs(record: RunRecord): bigint {
  const patience = patienceNs(record);
  const doubtful = [...refusedCreations(record), ...reusedKeys(record)];
  const refusals = doubtful.map(({ receivedNs }) => receivedNs + patience);
  const windows = windowsOf(record).map(({ created, windowMs }) => created.receivedNs + BigInt(windowMs) * 1_000_000n);
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
 * The one sweep near the end of a run: waits until absence may be concluded, then reads lists, every clientOrderId of a refused
 * creation or of several, and every own payment again. Costs reads only. `advance` moves the target's clock, where it can be moved.
 */
export async function sweep(api: Api, record: RunRecord, advance?: (ms: number) => Promise<boolean>): Promise<void> {
  const wait = Number((dueNs(record) - process.hrtime.bigint()) / 1_000_000n);
  if (wait > 0) await delay(wait);
  await api.send(read.payments(), { purpose: 'sweep' });
  await walkSearch(api);
  const doubtful = [...refusedCreations(record), ...reusedKeys(record)];
  for (const clientOrderId of new Set(doubtful.map(({ line }) => line.request.clientOrderId ?? '')))
    await api.send(read.search({ clientOrderId }), { purpose: 'sweep' });
  // Twice: what a payment left can only be seen by a second look.
  const own = ownPayments(record);
  for (const id of [...own, ...own.slice(-mostRereadTwice)]) await api.send(read.payment(id), { purpose: 'sweep' });
  await readColdly(api, record, advance);
}
