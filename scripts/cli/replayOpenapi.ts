import { existsSync } from 'node:fs';
import { postsOf } from '../../fuzzer/engine/budget/requestMeter.ts';
import type { ApiSource, Finding } from '../../fuzzer/engine/findings/finding.ts';
import type { FindingStore } from '../../fuzzer/engine/findings/findingStore.ts';
import { openApiTitle } from '../../fuzzer/engine/judgement/openApiRequirements.ts';
import { replayFinding } from '../../fuzzer/engine/replay/replayFindings.ts';
import { isValidByContract } from '../../fuzzer/openapi/cases/caseValidity.ts';
import { safeMethods } from '../../fuzzer/openapi/cases/controlRequests.ts';
import { OpenApiFindingTrials } from '../../fuzzer/openapi/executor/findingTrials.ts';
import { openSession } from '../../fuzzer/openapi/executor/session.ts';
import { Journal } from '../../traffic/journal/journal.ts';
import { decideRun, runFilesOf } from '../../traffic/journal/run.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';
import { isAddress } from '../../traffic/system/webAddress.ts';
import { moneyProblem } from '../../traffic/target/moneyPermission.ts';
import { type OpenApiOptions, openApiTarget } from './campaign/openapiOptions.ts';
import { contractFrom } from './campaign/openapiPaths.ts';
import { lockAccounts, type PreparedOpenApi, prepareOpenApi } from './campaign/prepareOpenapi.ts';
import { type ResendOptions, resendFinding, sendCount } from './campaign/resendFinding.ts';
import { confirmMoney } from './prepare/confirmMoney.ts';
import { prepareOutput } from './prepare/prepareTarget.ts';
import { say } from './process/say.ts';

/** A finding on any API, and its store. */
interface StoredFinding {
  one: Finding;
  api: ApiSource;
  file: string;
  store: FindingStore;
}

/** Options that replace what the finding says about where and how it is sent. */
type ReplayAnyOptions = Partial<OpenApiOptions> & ResendOptions;

const title = 'assay replay';

const refuse = (problem: Problem): never => {
  throw new ConfigurationError(title, [problem]);
};

const shortOf = (fingerprint: string) => fingerprint.slice(0, 12);

/**
 * Returns the contract for a finding: the contract that the user names, otherwise the finding's own. Throws ConfigurationError if the contract does not exist.
 */
function contractOf({ api, file }: StoredFinding, { contract }: ReplayAnyOptions): string {
  const named = contract ?? contractFrom(file, api.contract);
  if (isAddress(named) || existsSync(named)) return named;
  const hint = 'Name the contract of the finding with --contract.';
  return refuse({ where: '--contract', wanted: 'a contract', seen: `no file at ${named}`, hint });
}

/**
 * Accepts a contract other than the finding's own only if the user names it, and if the label of the case is still right under it. Throws ConfigurationError.
 */
function checkContract({ one, api }: StoredFinding, { contract }: PreparedOpenApi, isNamed: boolean): void {
  if (contract.fingerprint === api.fingerprint) return;
  const wanted = `the contract with which it was found (fingerprint ${shortOf(api.fingerprint)})`;
  const seen = `another one (${shortOf(contract.fingerprint)})`;
  if (!isNamed)
    refuse({ where: '--contract', wanted, seen, hint: 'Name that contract, or another one to use instead.' });
  const hint = 'Use assay fuzz with that contract to find what violates it.';
  if (!isValidByContract(contract, one.case))
    refuse({ where: '--contract', wanted, seen: `${seen}, under which the case no longer matches its label`, hint });
  say('it is judged by another contract than the one with which it was found');
}

/** Asks for permission if the case writes; returns true if only reads may be sent to the host. */
async function isOnlyRead({ one }: StoredFinding, { request }: PreparedOpenApi): Promise<boolean> {
  const target = openApiTarget(request);
  const posts = postsOf(one.case);
  const writes = one.case.steps.some(({ method }) => !safeMethods.has(method));
  const plan = `plan: ${posts} writes each time the finding is sent`;
  if (writes) await confirmMoney(target, { ...request.naming, plan, instead: '' });
  return !writes && moneyProblem(target, request.naming) !== undefined;
}

/** Sends a finding on any API again, with fresh ids and current credentials, to its own base address or to another one; returns the exit code. */
export async function replayOpenApi(stored: StoredFinding, options: ReplayAnyOptions): Promise<number> {
  const { one, api, store } = stored;
  const { target = api.baseUrl, auth = api.auth } = options;
  const known = await prepareOpenApi({ ...options, contract: contractOf(stored, options), target, auth }, title);
  checkContract(stored, known, options.contract !== undefined);
  const isReading = await isOnlyRead(stored, known);
  const { request, contract, credentials } = known;
  const { baseUrl, deadlines } = request;
  const out = prepareOutput(options.out);
  const { id: run } = decideRun();
  const journal = new Journal(runFilesOf(out).journal, 'replay');
  const write = (line: Parameters<Journal['write']>[0]) => void journal.write(line);
  const release = isReading ? () => undefined : lockAccounts(known, run);
  const opened = openSession({ contract, baseUrl, credentials, deadlines, seed: one.seed, isReading, write });
  try {
    const again = { trials: new OpenApiFindingTrials(opened), store, run };
    const patience = { sends: sendCount(one, options), isForeign: baseUrl !== api.baseUrl };
    return await resendFinding(one, { title: openApiTitle(one.requirement), out }, () =>
      replayFinding(again, one, patience),
    );
  } finally {
    await opened.close();
    release();
    journal.close();
  }
}
