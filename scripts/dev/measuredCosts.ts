import type { Cost, Costs, TestCost } from '../../runner/selection/costs.ts';
import { type Outlay, outlayOf, sumOfOutlays } from '../../runner/selection/outlay.ts';
import { answerClassOf } from '../../traffic/journal/answerClass.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import type { CombinationsLine, ControlLine, ExchangeLine, Line } from '../../traffic/journal/journalTypes.ts';
import { field, grouped, textField } from '../../traffic/journal/runRecord.ts';

const isCreation = ({ line }: Exchange) => /^POST \/v1\/user\/payments\/pay(in|out)$/.test(line.operation ?? '');

/** Returns the number of checkouts and requests that these exchanges created, including requests linked from checkouts. */
function acquiredBy(exchanges: readonly Exchange[]): number {
  const ids = exchanges.flatMap(({ class: kind, line, json }) => {
    const isMade = /^POST \/v1\/user\/crypto-acquiring\/\{projectId\}\/(checkouts|requests)$/.test(
      line.operation ?? '',
    );
    if (kind !== 'accepted' || !(isMade || line.readBack)) return [];
    const linked = textField(field(json, 'request'), 'id');
    return [isMade ? textField(json, 'id') : undefined, linked].filter((id) => id !== undefined);
  });
  return new Set(ids).size;
}

/** Returns the money that these orders move. An order with a repeated id counts as well, as if ids did not have to be unique. */
function movedBy(
  exchanges: readonly Exchange[],
  { taken, currencyOf }: Pick<Reckoning, 'taken' | 'currencyOf'>,
): Outlay {
  const mayBeMade = ({ class: kind, line }: Exchange) =>
    kind === 'accepted' || taken.has(line.request.clientOrderId ?? '');
  return sumOfOutlays(exchanges.filter(mayBeMade).map(({ line, sent }) => outlayOf(line.operation, sent, currencyOf)));
}

/** The context of a cost: the control requests that it depends on, and the accounts with their own quota. */
interface Reckoning {
  controls?: readonly number[];
  /** The ids of orders that were accepted. */
  taken: ReadonlySet<string>;
  /** Returns the currency of a method by its id. */
  currencyOf: (methodId: string) => string | undefined;
  limited: ReadonlySet<string | undefined>;
}

/** Returns the cost of these exchanges. */
function costOf(all: readonly ExchangeLine[], { controls = [], limited, ...orders }: Reckoning): Cost {
  const lines = all.filter(({ request }) => !limited.has(request.account));
  const exchanges = lines.map((line) => new Exchange(line));
  const gets = lines.filter(({ request }) => request.method === 'GET').length;
  const creations = exchanges.filter(isCreation);
  return {
    posts: lines.length - gets,
    gets,
    apart: all.length - lines.length,
    made: creations.filter(({ class: kind }) => kind === 'accepted').length,
    refused: creations.filter(({ class: kind }) => kind === 'refused').length,
    acquired: acquiredBy(exchanges),
    ...movedBy(exchanges, orders),
    controls: [...new Set(controls)].sort((a, b) => a - b),
  };
}

/** Lists that the costs of all tests refer to by index. */
interface Shared extends Omit<Reckoning, 'controls'> {
  shapes: readonly string[];
  turns: readonly string[];
}

/** Returns the cost of one test: each of its combinations separately, and the base cost, which every selection of combinations has. */
function testCost(lines: readonly Line[], { shapes: controlKeys, turns: rotations, ...reckoning }: Shared): TestCost {
  const lists = lines.filter((line): line is CombinationsLine => line.kind === 'cells');
  const names = new Set(lists.flatMap((list) => list.names));
  const own = lines.filter((line): line is ExchangeLine => line.kind === 'exchange' && line.control === undefined);
  const rests = lines.filter((line): line is ControlLine => line.kind === 'control');
  const cost = (isPart: (combination: string | undefined) => boolean) =>
    costOf(
      own.filter(({ cell: combination }) => isPart(combination)),
      {
        controls: rests
          .filter(({ cell: combination }) => isPart(combination))
          .map(({ shape }) => controlKeys.indexOf(shape)),
        ...reckoning,
      },
    );
  return {
    base: cost((combination) => combination === undefined || !names.has(combination)),
    cells: lists.map((list) => ({
      ...(list.turns && { turns: rotations.indexOf(JSON.stringify(list.turns)) }),
      of: Object.fromEntries(list.names.map((name) => [name, cost((combination) => combination === name)])),
    })),
  };
}

const secondsOf = (line: ExchangeLine) => ({
  sent: Number(line.sentNs) / 1e9,
  received: Number(line.receivedNs) / 1e9,
});

/** Returns a lookup of the currency of a method by its id, from the lists of methods. */
function currenciesIn(accepted: readonly ExchangeLine[]): Reckoning['currencyOf'] {
  const lists = accepted.filter(({ operation }) => operation === 'GET /v1/user/methods');
  const methods = lists.flatMap((line) => {
    const { json } = new Exchange(line);
    return Array.isArray(json) ? json : [];
  });
  const known = new Map(methods.map((one) => [textField(one, 'id'), textField(one, 'currency')]));
  return (methodId) => known.get(methodId);
}

/** What the two workers of a usual run take, as a share of what a single one takes: both wait for the same statuses and limits. */
const shareOfTwo = 0.6;

/** Returns the costs in the journal of a whole run of one worker; `seconds` is its duration. */
export function costsIn(lines: readonly Line[], seconds: number): Costs {
  const exchanges = lines.filter((line) => line.kind === 'exchange');
  const runs = lines.filter((line) => line.kind === 'run');
  const limited = new Set(runs.flatMap(({ target }) => (target.limited ?? []).map(({ label }) => label)));
  const accepted = exchanges.filter((line) => answerClassOf(line) === 'accepted');
  const taken = new Set(accepted.flatMap(({ request }) => request.clientOrderId ?? []));
  const reckoning = { limited, taken, currencyOf: currenciesIn(accepted) };
  const probing = exchanges.filter(({ requirement }) => requirement !== 'sweep').map(secondsOf);
  const began = Math.min(...probing.map(({ sent }) => sent));
  const lastReceived = Math.max(...probing.map(({ received }) => received));
  const tail = seconds - (lastReceived - began);
  const controlKeys = [...new Set(lines.flatMap((line) => (line.kind === 'control' ? [line.shape] : [])))];
  const rotations = [
    ...new Set(lines.flatMap((line) => (line.kind === 'cells' && line.turns ? [JSON.stringify(line.turns)] : []))),
  ];
  const owned = lines.filter(
    (line) => 'requirement' in line && !['preflight', 'sweep', 'webhooks'].includes(line.requirement),
  );
  const tests = [...grouped(owned, (line) => ('requirement' in line ? line.requirement : ''))];
  return {
    probes: Object.fromEntries(
      tests
        .map(([id, own]) => [id, testCost(own, { shapes: controlKeys, turns: rotations, ...reckoning })] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    controls: controlKeys.map((shape) =>
      costOf(
        exchanges.filter(({ control }) => control === shape),
        reckoning,
      ),
    ),
    turns: rotations.map((list) => JSON.parse(list) as string[]),
    preflight: costOf(
      exchanges.filter(({ requirement }) => requirement === 'preflight'),
      reckoning,
    ),
    seconds: round(tail + (seconds - tail) * shareOfTwo),
    tailSeconds: round(tail),
  };
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;
