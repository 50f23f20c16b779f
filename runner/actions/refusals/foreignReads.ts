import { isDeepStrictEqual } from 'node:util';
import type { Random } from 'fast-check';
import { drawnForeignQueries, foreignQueries } from '../../../generators/payloads/foreignQueries.ts';
import type { SearchQuery } from '../../../generators/payloads/searchQuery.ts';
import { some } from '../../../generators/values/draw/chance.ts';
import { acquiringRecordsIn } from '../../../oracles/answers/acquiringRecords.ts';
import { isTelling } from '../../../schemas/domain/tellingText.ts';
import type { ExactObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { paymentsIn, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Profile } from '../../../traffic/requirements/selection.ts';
import type { Paths } from '../../../traffic/target/file/targetFile.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { readBackPath } from '../acquiring/readBack.ts';
import { learnSearchForm } from '../inputs/searchQueries.ts';
import { readFrame, textsOf } from '../inputs/searchSurvey.ts';

/** The most payments that another account asks for by their ids, and as many drawn searches. Reads cost little, but smoke is short. */
const mostAsked: Readonly<Record<Profile, number>> = { smoke: 10, nightly: 120, full: 120 };

/** The most payments whose orderId and clientOrderId another account searches for. */
const mostFilteredBy = 20;

/** The most payments of another account that the account under test asks for. */
const mostOfTheirs = 20;

/** The two accounts, and what the reads are drawn from. */
export interface ForeignParts {
  own: Api;
  second: Api;
  record: RunRecord;
  random: Random;
  profile: Profile;
}

const kindOf = (payment: ExactObject) =>
  ['orderType', 'method', 'currency', 'blockchain', 'status'].map((name) => textField(payment, name) ?? '').join(' ');

/** Returns one payment of each kind, then drawn others, at most `most`. */
function representatives(random: Random, payments: readonly ExactObject[], most: number): ExactObject[] {
  const first = new Map(payments.map((payment) => [kindOf(payment), payment]));
  const kinds = [...first.values()];
  const others = payments.filter((payment) => !kinds.includes(payment));
  return [...kinds, ...some(random, others, Math.max(0, most - kinds.length))].slice(0, most);
}

/** Returns the latest sight of each payment by its id. */
const byId = (payments: readonly ExactObject[]) =>
  new Map(payments.flatMap((one) => [[textField(one, 'id') ?? '', one] as const]).filter(([id]) => id !== ''));

/**
 * Reads with the credential of a second account in every way of § Payments what the account under test holds, and the reverse. Returns the ids of the
 * exchanges of the second account.
 */
export async function readAsAnother({ own, second, record, random, profile }: ForeignParts): Promise<string[]> {
  const most = mostAsked[profile];
  const ways = await learnSearchForm(own);
  await readFrame(own, ways);
  await own.send(read.payments());
  const held = byId(record.payments.map(({ value }) => value));
  const chosen = representatives(random, [...held.values()], most);
  const methods = await own.control(read.methods());
  const methodIds = Array.isArray(methods.json) ? methods.json.flatMap((one) => textField(one, 'id') ?? []) : [];
  const traces = {
    payments: chosen.slice(0, mostFilteredBy).map(textsOf),
    methodIds: some(random, methodIds, mostFilteredBy),
    largest: ways.largest,
  };
  const queries: SearchQuery[] = [
    ...foreignQueries(random, traces),
    ...drawnForeignQueries(random, { ...traces, payments: chosen.map(textsOf) }, most),
  ];
  const asked = [await second.send(read.payments())];
  for (const query of queries) asked.push(await second.send(read.search(query)));
  for (const id of byId(chosen).keys()) {
    await own.send(read.payment(id));
    asked.push(await second.send(read.payment(id), { purpose: 'defect' }));
  }
  asked.push(await second.send(read.payments()));
  const theirs = byId(asked.flatMap(paymentsIn).map(({ value }) => value));
  for (const [id, payment] of [...theirs].slice(0, mostOfTheirs)) {
    const orderId = textField(payment, 'orderId');
    await own.send(read.payment(id), { purpose: 'defect' });
    if (orderId !== undefined) await own.send(read.search({ orderId }));
  }
  return asked.map(({ id }) => id);
}

/** So often two accounts read their balances at the same moment, as what they may share depends on what else a target does. */
const closeReads = 6;

/** Reads the balances of two accounts at the same moment, a few times or until the second one is shown others than before; returns the last two exchanges. */
export async function readBalancesClosely({ own, second }: Pick<ForeignParts, 'own' | 'second'>, before: Exchange) {
  const both = async () => Promise.all([own.send(read.balances()), second.send(read.balances())]);
  let [shown, close] = await both();
  for (let nth = 1; nth < closeReads && isDeepStrictEqual(close.json, before.json); nth++)
    [shown, close] = await both();
  return { own: shown.id, second: close.id };
}

const readBackKinds = ['checkout', 'request'] as const;

/** The most checkouts, and the most requests, that another account reads. */
const mostReadBack = 8;

/** One record as its own account and another one read it, with a text that identifies it. */
export interface ForeignReadBack {
  own: string;
  foreign: string;
  trace: string;
  what: string;
}

/**
 * Reads checkouts and requests of this run with the credential of a second account, at the paths of the target file. A path that answers without a credential
 * is open to everybody, as the page of a checkout may be (§ Authentication, rule 3), and is left out.
 */
export async function readsBackAsAnother(parts: Pick<ForeignParts, 'own' | 'second' | 'record'> & { paths: Paths }) {
  const { own, second, record, paths } = parts;
  const reads: ForeignReadBack[] = [];
  for (const kind of readBackKinds) {
    const known = acquiringRecordsIn(record).filter((one) => one.kind === kind);
    for (const one of known.slice(-mostReadBack)) {
      const path = readBackPath(paths, kind, one);
      if (path === undefined) break;
      const shown = await own.send(read.methods(), { path, readBack: kind, purpose: 'look' });
      const trace = textField(shown.json, 'clientOrderId') ?? '';
      const open = await own.send(read.methods(), { path, scheme: 'none', purpose: 'defect' });
      if (open.class !== 'refused' || !isTelling(trace)) continue;
      const foreign = await second.send(read.methods(), { path, purpose: 'defect' });
      reads.push({ own: shown.id, foreign: foreign.id, trace, what: `the ${kind} ${one.id}` });
    }
  }
  return reads;
}
