import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { AnyCampaign, type AnyState } from '../fuzzer/any/campaign.ts';
import { handing } from '../fuzzer/any/handed.ts';
import { type Credentials, credentialsFor } from '../fuzzer/any/security.ts';
import { openTrial } from '../fuzzer/any/session.ts';
import { anyProgress, writeAnyCampaign } from '../fuzzer/any/told.ts';
import { FindingStore } from '../fuzzer/findings/store.ts';
import type { Budget } from '../fuzzer/run/plan.ts';
import { decideRun } from '../harness/run.ts';
import { decide, variable } from '../harness/targets/environment.ts';
import { ConfigurationError, type Problem } from '../harness/targets/problem.ts';
import { writeExports } from '../reports/findings/exports.ts';
import { type Contract, ContractError } from '../schemas/contract.ts';
import { type AnyOptions, type AnyRequest, contractAt, readOptions } from './anyOptions.ts';
import { onlyRead, spentBy, type Wanted } from './fuzz/spending.ts';
import { readyOut } from './ready.ts';

/** Between two lines of progress, ms. */
const progressMs = 2_000;

/** More problems of a contract than a reader wants at once; the rest is in campaign.json. */
const mostProblems = 20;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** What a campaign needs, all of it checked. */
interface Ready {
  request: AnyRequest;
  contract: Contract;
  credentials: Credentials;
}

/** Reads all that was given. Throws ConfigurationError with all its problems at once, ContractError for what is no contract at all. */
async function ready(options: AnyOptions): Promise<Ready> {
  const { problems, request } = readOptions(options);
  const read = contractAndCredentials(options);
  if (problems.length === 0) return { request, ...(await read) };
  const more = await read.then(() => [], problemsOf);
  throw new ConfigurationError('assay fuzz', [...problems, ...more]);
}

async function contractAndCredentials({ contract: named, auth = [] }: AnyOptions) {
  const contract = await contractAt(named);
  return { contract, credentials: credentialsFor(contract, auth, variable) };
}

/** What is wrong with what was given, beside other problems. */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ConfigurationError) return error.problems;
  if (!(error instanceof ContractError)) throw error;
  const { pointer = '', wanted = '', seen = '', hint = '' } = error.problems[0] ?? {};
  return [{ where: `--contract #${pointer}`, wanted, seen, hint }];
}

function tellProblems({ problems }: Contract): void {
  for (const { pointer, wanted, seen, operations } of problems.slice(0, mostProblems))
    say(
      `contract #${pointer}: wanted ${wanted}, seen ${seen}; left out: ${operations.slice(0, 3).join(', ') || 'nothing'}${operations.length > 3 ? ` and ${operations.length - 3} more` : ''}`,
    );
  if (problems.length > mostProblems) say(`contract: ${problems.length - mostProblems} problems more`);
}

/** A line of progress now and then. */
function progress(budget: Budget): (state: AnyState) => void {
  let next = performance.now() + progressMs;
  return (state) => {
    if (performance.now() < next) return;
    next = performance.now() + progressMs;
    say(anyProgress(state, budget));
  };
}

/** Ends a campaign when the process is asked to end; the second time it ends as others do. */
function stopper(): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.once(name, stop);
  return {
    signal: controller.signal,
    done: () => {
      for (const name of names) process.removeListener(name, stop);
    },
  };
}

function exitOf({ broken, halted, coverage }: AnyState): number {
  if (halted !== undefined) return 3;
  if ([...broken.values()].some(({ outcome }) => outcome === 'fail')) return 1;
  if (coverage.report().operations.reached > 0) return 0;
  say('nothing can be said of it: no sound request was taken. Is it the right address, and the right credential?');
  return 3;
}

/** What a campaign began with. */
interface Begun extends Ready, Wanted {
  options: AnyOptions;
  run: string;
  seed: number;
  out: string;
  store: FindingStore;
}

/** Reads the options and makes what a campaign writes to. */
async function begin(options: AnyOptions): Promise<Begun> {
  const known = await ready(options);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  if (options.out !== undefined) decide('ASSAY_OUT', resolve(options.out));
  const { id: run, seed, out: named } = decideRun();
  const out = resolve(named);
  readyOut(out);
  const wanted = known.request.reading === undefined ? spentBy(options) : onlyRead(spentBy(options), options);
  const store = new FindingStore(resolve(options.findings ?? join(out, 'findings.ndjson')));
  return { ...known, options, run, seed, out, ...wanted, store };
}

/** Writes campaign.json, and tells what was found on standard output. */
function tell({ options, run, seed, out, budget, store, contract, request }: Begun, state: AnyState): void {
  const { baseUrl, reading } = request;
  const proving = handing(contract, options.auth ?? []);
  const findings = store.all.filter(({ lastRun }) => lastRun === run);
  const handed = findings.map((one) => {
    const files = writeExports(one, { folder: join(out, 'findings'), baseUrl, proving });
    return { ...one, files: files.map((file) => relative(out, file)) };
  });
  const { broken, coverage, ...told } = state;
  const { fingerprint, problems } = contract;
  const document = {
    version: 1,
    run,
    seed,
    target: { baseUrl, contract: options.contract, fingerprint, problems },
    budget,
    isReading: reading !== undefined,
    ...told,
    coverage: coverage.report(),
    broken: [...broken.values()],
    findings: handed,
  };
  writeFileSync(join(out, 'campaign.json'), `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
  process.stdout.write(options.json ? `${JSON.stringify(document)}\n` : writeAnyCampaign(state, findings, seed));
}

/** Attacks any API by its contract alone until the budget is spent; gives the exit code. */
export async function fuzzAny(options: AnyOptions): Promise<number> {
  const begun = await begin(options);
  const { request, contract, credentials, budget } = begun;
  const { baseUrl, deadlines, reading } = request;
  tellProblems(contract);
  if (reading !== undefined) say(reading);
  const isReading = reading !== undefined;
  const opened = openTrial({ contract, baseUrl, credentials, deadlines, seed: begun.seed, isReading });
  const { signal, done } = stopper();
  try {
    const campaign = new AnyCampaign({
      ...begun,
      opened,
      isReading,
      isKnown: credentials.secrets.length > 0,
      signal,
      told: progress(budget),
    });
    const state = await campaign.run();
    tell(begun, state);
    return exitOf(state);
  } finally {
    done();
    await opened.close();
  }
}
