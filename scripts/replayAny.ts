import { existsSync } from 'node:fs';
import { AnyTrials } from '../fuzzer/any/again.ts';
import { reading } from '../fuzzer/any/controls.ts';
import { anyTitle } from '../fuzzer/any/requirements.ts';
import { isStill } from '../fuzzer/any/sameness.ts';
import { openTrial } from '../fuzzer/any/session.ts';
import type { Finding, FoundAt } from '../fuzzer/findings/finding.ts';
import type { FindingStore } from '../fuzzer/findings/store.ts';
import { postsOf } from '../fuzzer/run/meter.ts';
import { sentAgain } from '../fuzzer/run/replays.ts';
import { Journal } from '../harness/journal.ts';
import { decideRun, placesOf } from '../harness/run.ts';
import { isAddress } from '../harness/targets/address.ts';
import { moneyProblem } from '../harness/targets/money.ts';
import { ConfigurationError, type Problem } from '../harness/targets/problem.ts';
import { type AnyOptions, anyTarget } from './anyOptions.ts';
import { contractFrom } from './anyPlace.ts';
import { heldFor, type ReadyAny, readyAny } from './anyReady.ts';
import { type SittingOptions, sendsOf, sitOut } from './fuzz/sitting.ts';
import { permit } from './permit.ts';
import { decideOut } from './ready.ts';
import { say } from './say.ts';

/** A finding on any API, and where it is kept. */
interface KeptAny {
  one: Finding;
  api: FoundAt;
  file: string;
  store: FindingStore;
}

/** What says otherwise than the finding does where and how it is sent again. */
type ReplayAnyOptions = Partial<AnyOptions> & SittingOptions;

const title = 'assay replay';

const refuse = (problem: Problem): never => {
  throw new ConfigurationError(title, [problem]);
};

const shortOf = (fingerprint: string) => fingerprint.slice(0, 12);

/** The contract that a finding is judged by: the one that is named, else its own. Throws ConfigurationError where that is not there. */
function contractOf({ api, file }: KeptAny, { contract }: ReplayAnyOptions): string {
  const named = contract ?? contractFrom(file, api.contract);
  if (isAddress(named) || existsSync(named)) return named;
  const hint = 'Name the contract that the finding is judged by with --contract.';
  return refuse({ where: '--contract', wanted: 'a contract', seen: `no file at ${named}`, hint });
}

/** By another contract than its own a finding is judged only where that is named, and its case still is what it is said to be. */
function checkContract({ one, api }: KeptAny, { contract }: ReadyAny, isNamed: boolean): void {
  if (contract.fingerprint === api.fingerprint) return;
  const wanted = `the contract by which it was found (fingerprint ${shortOf(api.fingerprint)})`;
  const seen = `another one (${shortOf(contract.fingerprint)})`;
  if (!isNamed) refuse({ where: '--contract', wanted, seen, hint: 'Name it, or the one that is to judge instead.' });
  const hint = 'Attack the API by that contract: assay fuzz finds what is to be found by it.';
  if (!isStill(contract, one.case))
    refuse({ where: '--contract', wanted, seen: `${seen}, by which its case is not what it is said to be`, hint });
  say('it is judged by another contract than the one by which it was found');
}

/** Asks leave for a case that writes; gives whether nothing but reads may be sent to the host at all. */
async function isOnlyRead({ one }: KeptAny, { request }: ReadyAny): Promise<boolean> {
  const target = anyTarget(request);
  const posts = postsOf(one.case);
  const writes = one.case.steps.some(({ method }) => !reading.has(method));
  const plan = `plan: ${posts} writes each time that it is sent`;
  if (writes) await permit(target, { ...request.naming, plan, instead: '' });
  return !writes && moneyProblem(target, request.naming) !== undefined;
}

/** Sends a finding on any API again, with ids and credentials taken anew, to where it was found or to another base address; gives the exit code. */
export async function replayAny(kept: KeptAny, options: ReplayAnyOptions): Promise<number> {
  const { one, api, store } = kept;
  const { target = api.baseUrl, auth = api.auth } = options;
  const known = await readyAny({ ...options, contract: contractOf(kept, options), target, auth }, title);
  checkContract(kept, known, options.contract !== undefined);
  const isReading = await isOnlyRead(kept, known);
  const { request, contract, credentials } = known;
  const { baseUrl, deadlines } = request;
  const out = decideOut(options.out);
  const { id: run } = decideRun();
  const journal = new Journal(placesOf(out).journal, 'replay');
  const write = (line: Parameters<Journal['write']>[0]) => void journal.write(line);
  const release = isReading ? () => undefined : heldFor(known, run);
  const opened = openTrial({ contract, baseUrl, credentials, deadlines, seed: one.seed, isReading, write });
  try {
    const again = { trials: new AnyTrials(opened), store, run };
    const patience = { sends: sendsOf(one, options), isForeign: baseUrl !== api.baseUrl };
    return await sitOut(one, { title: anyTitle(one.requirement), out }, () => sentAgain(again, one, patience));
  } finally {
    await opened.close();
    release();
    journal.close();
  }
}
