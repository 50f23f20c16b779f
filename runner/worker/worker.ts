import { writeFileSync } from 'node:fs';
import type { Contract } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { Journal } from '../../traffic/journal/journal.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { writeAs } from '../../traffic/journal/recordAs.ts';
import { type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { LimiterHandle } from '../../traffic/rate/limiter/limiterHandle.ts';
import { pacedHandle } from '../../traffic/rate/limiter/pacedHandle.ts';
import { unlimitedHandle } from '../../traffic/rate/limiter/unlimitedHandle.ts';
import { connectLimiter } from '../../traffic/rate/server/remoteLimiter.ts';
import { Redactor } from '../../traffic/redaction/redactor.ts';
import { derivedTexts, secretVariantsOf } from '../../traffic/redaction/secretVariants.ts';
import { tokenIdVariants } from '../../traffic/signing/signingFaults.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { targetAs } from '../../traffic/target/participants.ts';
import type { Target } from '../../traffic/target/target.ts';
import { targetContract } from '../../traffic/target/targetContract.ts';
import { drawnCards } from '../../traffic/target/testCards.ts';
import { Client } from '../../traffic/transport/client.ts';
import type { Sending } from '../../traffic/transport/sending.ts';
import { type BrowserHandle, browserHandle } from '../browser/openBrowsers.ts';
import { type Appearance, appearanceOf } from './appearance.ts';
import { noReceiver, type ReceiverHandle, remoteReceiver } from './receiverHandle.ts';

/** A write that got a 5xx, as it was sent. */
export interface UnresolvedWrite {
  sending: Sending;
  first: Exchange;
}

/** What one worker uses: the target, the connection to it, and its record so far. */
export interface Worker {
  run: Run;
  target: Target;
  contract: Contract;
  client: Client;
  /** The lines of this worker, added as they are written. */
  record: RunRecord;
  /** Cards that are not mock cards, generated from the seed and equal in every worker. */
  cards: readonly string[];
  /** The combination of current requests and assertions. */
  combination: string | undefined;
  /** The number of consecutive payments that search has not shown within the target's deadline. */
  unseen: number;
  /** Control requests by key, each sent once and shared by all refusals with that key. */
  controls: Map<string, Promise<Exchange>>;
  /** Writes whose result is unknown, by similarity key. No similar write is sent. */
  readonly unresolvedByKey: Map<string, Exchange>;
  /** Writes that got a 5xx and whose result has not been searched for yet. */
  readonly unresolved: UnresolvedWrite[];
  write(line: Line): void;
  /** Returns a clientOrderId that no other request of this run has. */
  freshKey(): string;
  /** What the requests of the run look like. */
  appearance: Appearance;
  /** The rate limiter of the account, which also runs what must happen only once in a run. */
  limiter: LimiterHandle;
  /** The receiver of webhooks, in any process. */
  receiver: ReceiverHandle;
  /** The browser of the process; it starts with the first visit to a page. */
  browser: BrowserHandle;
  /** Replaces every secret of the run in a text. */
  redactor: Redactor;
  /** Returns the number of a new visit to a page. */
  nextVisit(): string;
  /** Waits for something. The running test sets it, so that the wait does not count as test time. */
  patiently<T>(wait: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Returns a redactor that knows every secret and token id of a target and every card of a run, and removes them from everything that is written. */
export function redactorFor(target: Pick<Target, 'secrets' | 'credentials'>, cards: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of target.secrets) redactor.know(secret);
  for (const { label: of, secret, tokenId } of target.credentials) {
    redactor.know({ label: `token id of ${of}`, value: tokenId });
    for (const value of tokenIdVariants(tokenId)) redactor.know({ label: `nearly the token id of ${of}`, value });
    const label = `nearly the secret of ${of}`;
    for (const value of secretVariantsOf(secret)) redactor.know({ label, value });
    for (const value of derivedTexts(secret)) redactor.knowText({ label, value });
  }
  for (const [index, value] of cards.entries()) redactor.know({ label: `card other ${index + 1}`, value });
  return redactor;
}

/** What a worker is opened for: `name` is the name of its journal file, `known` the record to which its lines are added. */
export interface WorkerOpening {
  run: Run;
  target: Target;
  name: string;
  known?: RunRecord;
  /** The receiver of webhooks, if it is in this process. */
  receiver?: ReceiverHandle | undefined;
  /** The handle of the rate limiter, if the limiter is in this process. */
  limiter?: LimiterHandle | undefined;
  /** True until the target has answered for the first time; before that, the target may not exist. */
  isFirst?: boolean;
  /** True if requests are sent as several common clients send them, in turn. */
  variesHeaders?: boolean;
  /** Another account, which takes the place of the account under test. Its lines in the journal name it. */
  account?: TargetCredential | undefined;
  /** The record of the whole run, to which the lines of another account are added too. */
  whole?: RunRecord;
  /** The seed by which its tests draw values, if that is not the seed of the run. */
  seed?: number;
}

const pacedIf = (paceMs: number | undefined, handle: LimiterHandle): LimiterHandle =>
  paceMs ? pacedHandle(handle, paceMs) : handle;

/** Returns a function that stores the lines of a worker, and adds them to its record and to that of the whole run. */
function writerOf(journal: Journal, record: RunRecord, { run, account, whole }: WorkerOpening): (line: Line) => void {
  const keep = (line: Line) => {
    const stored = journal.write(line);
    whole?.add(stored);
    return stored;
  };
  return (line) => {
    record.add(account ? writeAs(account.label, line, keep) : keep(line));
    if (line.kind === 'halt') writeFileSync(runFilesOf(run.out).halt, line.message);
  };
}

/** Returns a function that counts its calls. */
function newCounter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

/** Returns a handle whose values are those of one account. */
const handleAs = (label: string, handle: LimiterHandle): LimiterHandle => ({
  ...handle,
  spend: (method) => handle.spend(method),
  once: (key, make) => handle.once(`${label}: ${key}`, make),
  close: () => handle.close(),
});

/** Opens a worker with its own journal file `<name>.ndjson` and its own connections. */
export async function openWorker(opening: WorkerOpening): Promise<Worker> {
  const { run, target: ofMain, name: own, known, account, isFirst = false, variesHeaders = false } = opening;
  const { receiver: here, limiter: given } = opening;
  const { shard } = run.selection;
  const target = account ? targetAs(ofMain, account) : ofMain;
  const name = `${shard ? `s${shard.index}` : ''}${own}`;
  const contract = await targetContract(target.contract);
  const journal = new Journal(runFilesOf(run.out).journal, name);
  const record = known ?? new RunRecord(contract);
  record.live = true;
  const cards = drawnCards(run.seed, target.mockCards);
  const redactor = redactorFor(ofMain, cards);
  const remoteLimiter = run.limiterAddress === undefined || given ? undefined : connectLimiter(run.limiterAddress);
  const paced = pacedIf(run.paceMs, given ?? remoteLimiter ?? unlimitedHandle());
  const spending = account ? handleAs(account.label, paced) : paced;
  const receiverHandle = here ?? (remoteLimiter ? remoteReceiver(remoteLimiter.call) : noReceiver);
  for (const secret of await receiverHandle.secrets().catch(() => [])) redactor.know(secret);
  const appearance = appearanceOf(run, target);
  const [keys, visits] = [newCounter(), newCounter()];
  const browser = browserHandle(target.widget);
  const write = writerOf(journal, record, opening);
  const worker: Worker = {
    run: { ...run, seed: opening.seed ?? run.seed },
    target,
    contract,
    client: new Client({
      target,
      redactor,
      prefix: name,
      write,
      limiter: spending,
      isFirst,
      ...((variesHeaders || run.isDiscreet) && { looks: run.isDiscreet ? 'fetch' : run.seed }),
      patiently: (wait) => worker.patiently(wait),
    }),
    limiter: spending,
    receiver: receiverHandle,
    browser,
    redactor,
    nextVisit: () => `${name}-v${visits()}`,
    record,
    cards,
    combination: undefined,
    unseen: 0,
    controls: new Map(),
    unresolvedByKey: new Map(),
    unresolved: [],
    write,
    freshKey: () => appearance.key(name, keys()),
    appearance,
    patiently: (wait) => wait(),
    close: async () => {
      await browser.close();
      await worker.client.close();
      await spending.close();
      journal.close();
    },
  };
  return worker;
}
