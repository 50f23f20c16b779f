import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { namesChainOf, namesCurrencyOf } from '../../../oracles/pages/view/assetWords.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import { forward } from '../../../oracles/pages/view/deedWords.ts';
import { addressesIn } from '../../../oracles/pages/view/shownAddress.ts';
import type { ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ExchangeLine, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { CheckoutLifetime } from '../../actions/acquiring/checkoutLifetime.ts';
import type { Projects } from '../../actions/acquiring/projects.ts';
import type { ReadBacks } from '../../actions/acquiring/readBack.ts';
import { whyNoBrowser } from '../../browser/openBrowsers.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Deed, Wish } from '../deeds.ts';
import { type Pursuit, pursue } from '../doDeed.ts';
import { Visit } from '../visit.ts';
import type { VisitOpening } from '../visitOpening.ts';

/** What tours need. */
export interface TourParts {
  worker: Worker;
  api: Api;
  log: AssertionLog;
  control: ControlActions;
  projects: Projects;
  readBacks: ReadBacks;
  checkoutLifetime: CheckoutLifetime;
}

/** What a tour made: visits by what they were for, and the reads of its checkout in order. */
export interface TourEnd {
  pages: Readonly<Record<string, string>>;
  reads: readonly string[];
  /** The read of the balances before one of them paid. */
  funds?: string;
  /** Other exchanges that its judges look at. */
  beside?: readonly string[];
}

/** What is shared with the other workers of the run. */
interface StoredTour<End> {
  end: End;
  lines: readonly (ExchangeLine | PageLine)[];
  /** The control requests that it needed, so that whoever asks for it needs them, too. */
  controls: readonly string[];
}

/** Starts the browser. Stops the test if none runs, before anything is sent for its sake. */
async function startBrowser({ worker, log }: TourParts): Promise<void> {
  await worker.browser.get().catch((error: unknown) => {
    const why = whyNoBrowser(error);
    if (why === undefined) throw error;
    log.stop({ code: 'noBrowser', why, exchanges: [] });
  });
}

/** Makes a tour once in a run; its visits and reads are evidence for every requirement that asks for it. Stops the test if no browser runs. */
export async function oncePerRun<End extends TourEnd>(
  parts: TourParts,
  name: string,
  make: () => Promise<End>,
): Promise<End> {
  const { worker, api } = parts;
  const { record, limiter, patiently } = worker;
  await startBrowser(parts);
  let isMaker = false;
  const stored = async (): Promise<StoredTour<End>> => {
    isMaker = true;
    const began = api.needed.length;
    const end = await make();
    const pages = Object.values(end.pages).map((id) => record.page(id));
    const reads = [...end.reads, ...(end.funds === undefined ? [] : [end.funds]), ...(end.beside ?? [])];
    const controls = [...new Set(api.needed.slice(began))];
    return { end, lines: [...pages, ...reads.map((id) => record.exchange(id).line)], controls };
  };
  const { end, lines, controls } = await patiently(() => limiter.once(`pages ${name}`, stored));
  if (!isMaker) for (const shape of controls) api.needs(shape);
  for (const line of lines) if (!record.has(line.id) && !record.pages.has(line.id)) record.add(line);
  return end;
}

/** Sends plans in their order until the target accepts one; each has its words. */
export async function firstAccepted(
  { api }: TourParts,
  plans: readonly (readonly [words: string, plan: Plan])[],
): Promise<Exchange> {
  let made: Exchange | undefined;
  for (const [words, plan] of plans) {
    made = await api.control(plan, `a checkout ${words}`);
    if (made.class !== 'refused') return made;
  }
  return made as Exchange;
}

/** Visits a page, and writes the line of the visit however it ends. */
export async function visiting(
  { worker, log }: TourParts,
  opening: Omit<VisitOpening, 'requirement'>,
  walk: (visit: Visit) => Promise<void>,
): Promise<string> {
  return walking(worker, await Visit.open(worker, { ...opening, requirement: log.id }), walk);
}

/** Visits a page in another tab of a visit's browser, as `visiting` does. */
export async function inAnotherTab(
  { worker, log }: TourParts,
  { visit, opening }: { visit: Visit; opening: Omit<VisitOpening, 'requirement'> },
  walk: (tab: Visit) => Promise<void>,
): Promise<string> {
  return walking(worker, await visit.beside({ ...opening, requirement: log.id }), walk);
}

async function walking(worker: Worker, visit: Visit, walk: (visit: Visit) => Promise<void>): Promise<string> {
  try {
    await walk(visit);
  } finally {
    worker.write(await visit.close());
  }
  return visit.id;
}

/** True if a page shows where to pay an asset. */
export const showsWhereToPay =
  (asset: string) =>
  (nodes: readonly ViewNode[]): boolean =>
    addressesIn(nodes, asset).length > 0;

/** Returns what looks at a page on which a currency of an asset was chosen, and whose networks may be shown now. */
export const lookAtNetworks =
  (visit: Visit, asset: string) =>
  async ({ key }: Deed): Promise<void> => {
    const text = key.startsWith('choose ') ? key.slice('choose '.length) : '';
    const isBare = namesCurrencyOf(asset, text) && !namesChainOf(asset, text);
    if (isBare && !showsWhereToPay(asset)(visit.nodes)) await visit.look(`showing ${currencyOf(asset)}`);
  };

/** Pursues a wish on a page until it shows where to pay, and looks at the page then. */
export async function towardsPayment(
  { worker }: TourParts,
  visit: Visit,
  { step, wish }: { step: string; wish: Wish },
): Promise<Pursuit> {
  const locators = worker.target.page ?? {};
  const ended = await pursue(visit, {
    wish,
    locators,
    until: showsWhereToPay(wish.asset),
    after: lookAtNetworks(visit, wish.asset),
  });
  const isEntered = ended.did.some((key) => key.startsWith('enter ') || key.startsWith('pick '));
  const went = ended.did.some((key) => /^go \d+$/.test(key) || (key.startsWith('go ') && forward.test(key)));
  const entered = wish.amount !== undefined && isEntered && { amount: wish.amount };
  const { isReached, chose } = ended;
  const taken = isReached && chose.length > 0 && { chose };
  await visit.look(step, { asset: wish.asset, ...entered, ...(went && { went }), ...taken });
  return ended;
}

/**
 * Looks until a page offers so many choices or says where to pay, or the time is over. What changes before a widget shows its checkout, it need not announce.
 */
export async function untilOffered(
  { api, worker }: TourParts,
  visit: Visit,
  { step, least = 1 }: { step: string; least?: number },
): Promise<void> {
  const isThere = () => choicesIn(visit.nodes).length + addressesIn(visit.nodes).length >= least;
  if (!isThere()) await api.until(() => visit.look(step), isThere, worker.target.deadlines.visibleMs);
}

/** What a pursuit most likely lacked: the choice, or what goes on after it. */
export function lackOf({ did }: Pursuit): NonNullable<Visit['stuck']> {
  const hasChosen = did.some((key) => key.startsWith('choose ') || key === 'currency');
  return hasChosen
    ? { lacks: 'what goes on to where to pay', field: 'continue' }
    : { lacks: 'something to choose the asset by', field: 'currency' };
}

/** The reads of one checkout while a page of it is open. */
export interface Follower {
  /** Reads it once; nothing happens if the target file names no path for that. */
  read(): Promise<void>;
  /** Reads it until it has one of these statuses, or the time is over. */
  until(statuses: readonly string[], deadlineMs: number): Promise<void>;
  /** The reads so far, by number. */
  readonly reads: readonly string[];
}

/** Returns a follower of a checkout of a project. */
export function follow({ worker, readBacks }: TourParts, project: string, created: Exchange): Follower {
  const place = { project, id: textField(created.json, 'id') ?? '' };
  const reads: string[] = [];
  const noting = async (run: () => Promise<unknown>) => {
    if (!readBacks.has('checkout')) return;
    const before = new Set(worker.record.exchanges.map(({ id }) => id));
    await run();
    const fresh = worker.record.exchanges.filter(({ id, line }) => !before.has(id) && line.readBack === 'checkout');
    const status = (one: Exchange | undefined) => textField(one?.json, 'status');
    // Of equal reads, the first and the last say everything.
    reads.push(
      ...fresh
        .filter((one, at) => status(one) !== status(fresh[at - 1]) || at === fresh.length - 1)
        .map(({ id }) => id),
    );
  };
  return {
    read: () => noting(() => readBacks.read('checkout', place)),
    until: (statuses, deadlineMs) => noting(() => readBacks.until('checkout', place, { statuses, deadlineMs })),
    reads,
  };
}
