import { parseArgs } from 'node:util';
import { credentialsFor } from '../fuzzer/any/security.ts';
import { openTrial } from '../fuzzer/any/session.ts';
import { lineOf, type Tally, tallyOf } from '../fuzzer/any/tally.ts';
import { casesOf, type GroupedCase } from '../fuzzer/requests/cases.ts';
import { subjectOf } from '../fuzzer/requests/subject.ts';
import { type FlawName, flaws } from '../instruments/flaws.ts';
import { openMock } from '../instruments/mock.ts';
import { published } from '../instruments/published.ts';
import { type Contract, loadContract } from '../schemas/contract.ts';
import type { Operation } from '../schemas/operations.ts';
import { isSecured, schemesOf } from '../schemas/security.ts';

/**
 * Fuzzes mocks of large public contracts by what the contracts say: a sound one, which must break nothing, and one with each flaw, which
 * must be found. Says what each requirement said, how many cases a second, and how many valid cases were taken. `--cases`, `--most` (of a
 * group of an operation), `--seed`, `--only` (a flaw, or `sound`) and names of contracts may be given; `--json` prints one JSON document.
 */

const options = {
  cases: { type: 'string', default: '3000' },
  most: { type: 'string', default: '6' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string' },
  json: { type: 'boolean' },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const seed = Number(values.seed);

type Name = keyof typeof published;

const isName = (name: string): name is Name => Object.hasOwn(published, name);

/** A credential that no text holds by chance. */
const credential = 'bench-0123456789:bench-9876543210';

interface Row {
  contract: string;
  mock: string;
  tried: number;
  perSecond: number;
  /** Valid cases that were taken, of all valid ones. */
  taken: string;
  undecided: number;
  broken: string;
}

/** Of a group, where a flaw shows only far down in it. */
const farDown: Partial<Record<FlawName, number>> = { failsOnOne: 40 };

/** Cases of operations that no problem of the contract is of, in turn, so that few of them are of all. */
function* casesIn(contract: Contract, operations: readonly Operation[], flaw?: FlawName): Generator<GroupedCase> {
  const most = (flaw && farDown[flaw]) ?? Number(values.most);
  const making = { seed, random: Number(values.most), most, dropped: () => undefined };
  const step = Math.max(1, Math.floor(operations.length / Math.ceil(Number(values.cases) / (4 * most))));
  for (const operation of operations.filter((_, at) => at % step === 0))
    yield* casesOf(subjectOf(contract, operation), making);
}

function* firstOf<T>(all: Iterable<T>, most: number): Generator<T> {
  let left = most;
  for (const one of all) {
    if (left <= 0) return;
    left -= 1;
    yield one;
  }
}

/** Flaws that show only where some operations have them and others stand beside them as controls. */
const partial: readonly FlawName[] = ['hangs', 'resets'];

/** What a contract must have for a flaw to show; what is not named shows anywhere. */
const needs: Partial<Record<FlawName, (contract: Contract) => boolean>> = {
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

async function fuzzed(contract: Contract, flaw: FlawName | undefined): Promise<{ tally: Tally; seconds: number }> {
  const told = new Set(contract.problems.flatMap(({ operations }) => operations));
  const operations = contract.operations.filter(({ key }) => !told.has(key));
  const isPartial = flaw !== undefined && partial.includes(flaw);
  const isOfNote = (operation: Operation) =>
    operation.method !== 'GET' && subjectOf(contract, operation).lacks === undefined;
  const where = isPartial
    ? operations
        .filter(isOfNote)
        .slice(0, 1)
        .map(({ key }) => key)
    : true;
  const chosen = isPartial ? operations.filter(({ key }) => where === true || where.includes(key)) : operations;
  const mock = await openMock(contract, { seed, ...(flaw && { flaws: { [flaw]: where } }) });
  const names = [...schemesOf(contract).keys()];
  const credentials = credentialsFor(
    contract,
    names.map((name) => `${name}=env:ANY`),
    () => credential,
  );
  const deadlines = { answerMs: flaw === 'hangs' ? 500 : 30_000, recoverMs: 30_000 };
  const { trial, close } = openTrial({ contract, baseUrl: mock.url, credentials, deadlines, seed });
  const startedMs = performance.now();
  try {
    const count = flaw === undefined ? Number(values.cases) : Math.min(400, Number(values.cases));
    const tally = await tallyOf(trial, firstOf(casesIn(contract, chosen, flaw), isPartial ? 12 : count));
    // What the mock itself cannot answer is none of the target's faults.
    const isAnswered = ({ exchange: { line } }: Tally['broken'][number]) => !mock.served.has(`${line.operation} 501`);
    const seconds = (performance.now() - startedMs) / 1000;
    return { tally: { ...tally, broken: tally.broken.filter(isAnswered) }, seconds };
  } finally {
    await close();
    await mock.close();
  }
}

function rowOf(contract: string, mock: string, { tally, seconds }: { tally: Tally; seconds: number }): Row {
  const counts = [...tally.counts.values()];
  const ids = tally.broken.map(({ requirement }) => requirement).sort();
  const times = [...new Set(ids)].map((id) => `${id}: ${ids.filter((one) => one === id).length}`);
  return {
    contract,
    mock,
    tried: tally.tried,
    perSecond: Math.round(tally.tried / seconds),
    taken: `${tally.accepted} of ${tally.valid}`,
    undecided: counts.reduce((sum, { undecided }) => sum + undecided, 0),
    broken: times.join(', '),
  };
}

const rows: Row[] = [];
const wrong: string[] = [];
for (const name of positionals.length > 0 ? positionals.filter(isName) : (['adyen', 'stripe', 'github'] as const)) {
  const contract = await loadContract(published[name], { isTolerant: true });
  const shown = (Object.keys(flaws) as FlawName[]).filter((flaw) => needs[flaw]?.(contract) ?? true);
  const names = [undefined, ...shown];
  for (const flaw of names.filter((one) => values.only === undefined || (one ?? 'sound') === values.only)) {
    const outcome = await fuzzed(contract, flaw);
    const row = rowOf(name, flaw ?? 'sound', outcome);
    rows.push(row);
    if (!values.json) process.stderr.write(`${JSON.stringify(row)}\n`);
    if (flaw === undefined) wrong.push(...outcome.tally.broken.map((shown) => `${name}: ${lineOf(shown)}`));
    else if (outcome.tally.broken.length === 0) wrong.push(`${name}: nothing finds ${flaw}`);
  }
}
if (values.json) console.log(JSON.stringify({ rows, wrong }));
else {
  console.table(rows);
  for (const line of wrong.slice(0, 40)) console.log(line.slice(0, 600));
}
if (wrong.length > 0) process.exitCode = 1;
