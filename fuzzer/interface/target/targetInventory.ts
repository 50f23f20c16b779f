import type { Decimal } from 'decimal.js';
import { type ConvertedPair, convertedPairsIn } from '../../../oracles/acquiring/deposits/depositOptions.ts';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { pageOf } from '../../../oracles/answers/searchPage.ts';
import { rateQuery } from '../../../runner/actions/acquiring/rateQueries.ts';
import { coveredOrder, type MarketPair, marketOf } from '../../../runner/actions/exchange/market.ts';
import { type Method, methodName, methodsOf } from '../../../runner/actions/inputs/methods.ts';
import { learnSearchForm, totalOf } from '../../../runner/actions/inputs/searchQueries.ts';
import { accountForCross } from '../../../runner/actions/payments/crossPayout.ts';
import { moveClockWithAnswers } from '../../../runner/webhooks/experiments/finalDeliveries.ts';
import type { Api } from '../../../runner/worker/api.ts';
import type { Worker } from '../../../runner/worker/worker.ts';
import type { Exact } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type SigningFault, signingFaultsFor } from '../../../traffic/signing/signingFaults.ts';
import type { Paths, Project } from '../../../traffic/target/file/targetFile.ts';
import { participants } from '../../../traffic/target/participants.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';

/** A project of the target with what it lists (§ Deposit options). */
export interface ListedProject {
  id: string;
  settings: Project;
  assets: readonly string[];
  options: Exact;
}

/** The signing faults that change what this target receives, by scheme. A request without a body has fewer. */
export interface ApplicableSigningFaults {
  simple: readonly SigningFault[];
  read: readonly SigningFault[];
  write: readonly SigningFault[];
}

/** What a campaign knows of a target that speaks the interface: its own lists, read once, and what its file declares. */
export interface TargetInventory {
  /** All listed methods, in the order of their names. */
  methods: readonly Method[];
  /** The pairs that have both a rate and limits. */
  market: readonly MarketPair[];
  /** Returns the balance of an account in a currency; undefined if the balances show no figure. */
  balance(currency: string): Decimal | undefined;
  projects: readonly ListedProject[];
  /** Pairs of assets that the deposit options convert. */
  converted: readonly ConvertedPair[];
  /** A rate of one of these pairs that the target does not refuse, if there is any: not every pair needs to have one. */
  rate: Plan | undefined;
  /** The order of the smallest amount that a balance covers; undefined if nothing is listed or covered. */
  affordableOrder: ReturnType<typeof coveredOrder>;
  faults: ApplicableSigningFaults;
  /** Other accounts of the target file, by purpose. */
  accounts: Readonly<Partial<Record<'second' | 'revoked' | 'otherEnvironment', string>>>;
  /** The accounts that take part and list the same methods as the account under test. */
  alike: readonly string[];
  /** An account that is not enabled for cross payout, by its label, with its balances, and whether the target file says so; absent if there is none. */
  uncrossed?: { account: string; isSaid: boolean; balance(currency: string): Decimal | undefined };
  /** The mock cards of a sandbox (§ Sandbox). `cards` holds cards that are not mock cards. */
  mockCards: { failed: string; success: string } | undefined;
  cards: readonly string[];
  paths: Paths;
  /** How long a checkout may certainly live, minutes; undefined if the target file does not say. */
  checkoutMinutes: number | undefined;
  /** How to search: the number of the first page, the largest page, and how many payments there were. */
  search: { firstPage: 0 | 1 | undefined; largest: number; total: number };
  /** True if the target's clock can be moved to the time when something is due, so that nobody has to wait for it. */
  hasClock: boolean;
  /** True if the target has a test control API. */
  hasTestControl: boolean;
}

function faultsFor({ target }: Worker): ApplicableSigningFaults {
  const { secret } = target.credentials[0];
  return {
    simple: signingFaultsFor('simple', { hasBody: false, secret }),
    read: signingFaultsFor('signed', { hasBody: false, secret }),
    write: signingFaultsFor('signed', { hasBody: true, secret }),
  };
}

function accountsOf({ target }: Worker): TargetInventory['accounts'] {
  const labelled = target.credentials.flatMap(({ purpose, label, quota }) =>
    purpose === undefined || purpose === 'main' || quota ? [] : [[purpose, label]],
  );
  return Object.fromEntries(labelled);
}

async function projectsOf(worker: Worker, api: Api): Promise<ListedProject[]> {
  const projects: ListedProject[] = [];
  for (const settings of worker.target.projects) {
    const { class: kind, json } = await api.control(read.depositOptions(settings.id));
    if (kind === 'accepted' && json !== undefined)
      projects.push({ id: settings.id, settings, assets: listedAssets(json), options: json });
  }
  return projects;
}

/** Returns the accounts that take part and whose list of methods is the same text. */
async function accountsLike(worker: Worker, api: Api, listed: Exchange): Promise<string[]> {
  const alike: string[] = [];
  for (const account of participants(worker.target.credentials)) {
    const theirs = await api.as(account).send(read.methods());
    if (JSON.stringify(theirs.json) === JSON.stringify(listed.json)) alike.push(account.label);
  }
  return alike;
}

/** Returns the account whose pay-outs must not exchange anything, with its balances. At a production target only one of which the target file says so. */
async function uncrossedAccount(worker: Worker, api: Api): Promise<Pick<TargetInventory, 'uncrossed'>> {
  const { credentials, facts } = worker.target;
  const { account, isSaid } = accountForCross(credentials, false);
  if (!account || (facts.kind === 'production' && !isSaid)) return {};
  const balances = await api.as(account).send(read.balances());
  return { uncrossed: { account: account.label, isSaid, balance: (currency) => balanceIn(balances, currency) } };
}

/** Any card can pay, so a drawn one replaces a missing sample. */
const samplesOf =
  ({ target, cards }: Worker) =>
  (key: string): Record<string, string> =>
    target.samples[key] ?? (key === 'CC_VISAMC' ? { cardNumber: cards[0] ?? '' } : {});

async function searchOf(api: Api): Promise<TargetInventory['search']> {
  const { firstPage, largest } = await learnSearchForm(api);
  return { firstPage, largest, total: totalOf(pageOf(await api.send(read.search({ size: '1' })))) };
}

/** Reads what a campaign has to know of a target. Sends only GETs. */
export async function readInventory(worker: Worker, api: Api): Promise<TargetInventory> {
  const listed = await api.control(read.methods());
  const methods = methodsOf(listed.json, samplesOf(worker));
  const market = await marketOf(api);
  const balances = await api.send(read.balances());
  const projects = await projectsOf(worker, api);
  const search = await searchOf(api);
  const converted = projects.flatMap(({ options }) => convertedPairsIn(options));
  return {
    methods: methods.toSorted((a, b) => (methodName(a) < methodName(b) ? -1 : 1)),
    market,
    balance: (currency) => balanceIn(balances, currency),
    projects,
    search,
    converted,
    rate: await rateQuery(api, converted),
    affordableOrder: coveredOrder(market, balances, { times: 100 }) ?? coveredOrder(market, balances, { times: 1 }),
    faults: faultsFor(worker),
    accounts: accountsOf(worker),
    ...(await uncrossedAccount(worker, api)),
    alike: await accountsLike(worker, api, listed),
    mockCards: worker.target.mockCards,
    cards: worker.cards,
    paths: worker.target.paths,
    checkoutMinutes: worker.target.checkoutMinutes,
    hasClock: moveClockWithAnswers(worker) !== undefined,
    hasTestControl: worker.target.control !== undefined,
  };
}
