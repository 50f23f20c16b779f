import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CampaignState } from '../fuzzer/engine/campaign/driver.ts';
import { FindingStore } from '../fuzzer/engine/findings/findingStore.ts';
import { requestModel } from '../fuzzer/engine/requests/requestModel.ts';
import { openApiCampaign } from '../fuzzer/openapi/campaign/driver.ts';
import type { OpenApiReport } from '../fuzzer/openapi/coverage/report.ts';
import { credentialsFor } from '../fuzzer/openapi/credentials/credentials.ts';
import { openSession } from '../fuzzer/openapi/executor/session.ts';
import type { Operation } from '../schemas/document/operations.ts';
import { isSecured, schemesOf } from '../schemas/document/security.ts';
import { type Contract, loadContract } from '../schemas/load/contract.ts';
import { type MockFaultName, mockFaults } from '../tests/support/mock/flaws.ts';
import { openMock } from '../tests/support/mock/mock.ts';
import { type PublishedName, published, publishedFile } from '../tests/support/publicContracts/published.ts';

/**
 * Fuzzes mocks of large public contracts by their contracts: a conforming mock, which must draw no finding, and one with each known flaw, which must be found.
 * Prints the findings, the operations covered, the cases a second, and the accepted valid cases. Options: `--cases` (requests to a conforming mock, half of
 * them writes), `--seed`, `--only` (a flaw, or `sound`) and names of contracts; `--json` prints one JSON document.
 */

const options = {
  cases: { type: 'string', default: '6000' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string' },
  json: { type: 'boolean' },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const seed = Number(values.seed);

const isName = (name: string): name is PublishedName => Object.hasOwn(published, name);

/** A credential that no text contains by chance. */
const credential = 'bench-0123456789:bench-9876543210';

interface Row {
  contract: string;
  mock: string;
  operations: string;
  cases: number;
  perSecond: number;
  /** Valid cases that were accepted, of all valid ones. */
  taken: string;
  responses: string;
  problems: number;
  undecided: number;
  broken: string;
}

/** The number of operations and requests for a mock with a flaw. A few operations are enough to show the flaw. */
const ofFlaw = { operations: 12, requests: 500 };

/** The number of operations for flaws that show only late in the cases of an operation. */
const farDown: Partial<Record<MockFaultName, number>> = { failsOnOne: 3 };

/** Flaws that show only if other operations are free of them and serve as controls. */
const partial: readonly MockFaultName[] = ['hangs', 'resets'];

/** What a contract must have for a flaw to show; flaws not listed show with any contract. */
const needs: Partial<Record<MockFaultName, (contract: Contract) => boolean>> = {
  wrongHeader: ({ operations }) =>
    operations.some(({ responses }) =>
      /"required":true/.test(JSON.stringify(Object.values(responses).map(({ headers }) => headers))),
    ),
  oddRefusal: ({ operations }) =>
    operations.some(
      ({ responses }) => !('default' in responses) && Object.keys(responses).some((code) => /^4\d\d$/.test(code)),
    ),
  noAuthentication: (contract) => contract.operations.some((operation) => isSecured(contract, operation)),
  echoesSecret: (contract) => contract.operations.some((operation) => isSecured(contract, operation)),
};

/** A finished campaign and its findings, without those about operations that the mock cannot answer. */
interface Fuzzed {
  state: CampaignState;
  coverage: OpenApiReport;
  broken: readonly { requirement: string; operation: string; wanted: string; seen: string }[];
}

/** Returns the operations to test for a flaw; all operations if there is no flaw. */
function chosenFor({ operations }: Contract, flaw: MockFaultName | undefined): readonly Operation[] {
  if (flaw === undefined) return operations;
  const step = Math.max(1, Math.floor(operations.length / (farDown[flaw] ?? ofFlaw.operations)));
  return operations.filter((_, at) => at % step === 0);
}

async function fuzzed(contract: Contract, flaw: MockFaultName | undefined): Promise<Fuzzed> {
  const withProblems = new Set(contract.problems.flatMap(({ operations }) => operations));
  const isOfNote = (operation: Operation) =>
    operation.method !== 'GET' &&
    !withProblems.has(operation.key) &&
    requestModel(contract, operation).lacks === undefined;
  const lone = flaw && partial.includes(flaw) ? contract.operations.filter(isOfNote).slice(0, 1) : undefined;
  const chosen = new Set((lone ?? chosenFor(contract, flaw)).map(({ key }) => key));
  const where = lone ? [...chosen] : true;
  const mock = await openMock(contract, {
    seed,
    acceptedCredentials: [credential],
    ...(flaw && { faults: { [flaw]: where } }),
  });
  const names = [...schemesOf(contract).keys()];
  const credentials = credentialsFor(
    contract,
    names.map((name) => `${name}=env:ANY`),
    () => credential,
  );
  const deadlines = { answerMs: flaw === 'hangs' ? 500 : 30_000, recoverMs: 30_000 };
  const opened = openSession({ contract, baseUrl: mock.url, credentials, deadlines, seed });
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-any-'));
  const requests = flaw === undefined ? Number(values.cases) : Math.min(ofFlaw.requests, Number(values.cases));
  const budget = { posts: Math.ceil(requests / 2), gets: Math.ceil(requests / 2) };
  const store = new FindingStore(join(folder, 'findings.ndjson'));
  const isWanted = ({ key }: Operation) => chosen.has(key);
  const plan = {
    contract,
    session: opened,
    seed,
    budget,
    store,
    run: 'bench',
    isReadOnly: false,
    hasCredential: true,
    isWanted,
  };
  try {
    const campaign = openApiCampaign({ ...plan, shrinkPosts: flaw === undefined ? 12 : 0 });
    const state = await campaign.run();
    return {
      state,
      coverage: campaign.driver.coverage.report(),
      broken: store.all.filter(({ operation }) => !mock.served.has(`${operation} 501`)),
    };
  } finally {
    await opened.close();
    await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(contract: Contract, [name, mock]: readonly [string, string], { state, coverage, broken }: Fuzzed): Row {
  const { operations, valid, responses, requirements } = coverage;
  const ids = broken.map(({ requirement }) => requirement).sort();
  const times = [...new Set(ids)].map((id) => `${id}: ${ids.filter((one) => one === id).length}`);
  return {
    contract: name,
    mock,
    operations: `${operations.done} of ${operations.of}`,
    cases: state.cases,
    perSecond: Math.round((state.cases * 1000) / state.elapsedMs),
    taken: `${valid.done} of ${valid.of}`,
    responses: `${responses.done} of ${responses.of}`,
    problems: contract.problems.length,
    undecided: Object.values(requirements).reduce((sum, { undecided }) => sum + undecided, 0),
    broken: times.join(', '),
  };
}

const lineOf = ({ requirement, operation, wanted, seen }: Fuzzed['broken'][number]) =>
  `${requirement} ${operation}: wanted ${wanted}, seen ${seen}`;

const rows: Row[] = [];
const wrong: string[] = [];
for (const name of positionals.length > 0 ? positionals.filter(isName) : (['adyen', 'stripe', 'github'] as const)) {
  const contract = await loadContract(publishedFile(name), { isTolerant: true });
  const shown = (Object.keys(mockFaults) as MockFaultName[]).filter((flaw) => needs[flaw]?.(contract) ?? true);
  const names = [undefined, ...shown];
  for (const flaw of names.filter((one) => values.only === undefined || (one ?? 'sound') === values.only)) {
    const outcome = await fuzzed(contract, flaw);
    const row = rowOf(contract, [name, flaw ?? 'sound'], outcome);
    rows.push(row);
    if (!values.json) process.stderr.write(`${JSON.stringify(row)}\n`);
    if (flaw === undefined) wrong.push(...outcome.broken.map((shown) => `${name}: ${lineOf(shown)}`));
    else if (outcome.broken.length === 0) wrong.push(`${name}: nothing finds ${flaw}`);
  }
}
if (values.json) console.log(JSON.stringify({ rows, wrong }));
else {
  console.table(rows);
  for (const line of wrong.slice(0, 40)) console.log(line.slice(0, 600));
}
if (wrong.length > 0) process.exitCode = 1;
