import type { Cost, Costs, ProbeCost } from '../harness/costs.ts';
import { Exchange } from '../harness/exchange.ts';
import type { CellsLine, ControlLine, ExchangeLine, Line } from '../harness/lines.ts';
import { field, grouped, textField } from '../harness/record.ts';
import { decimal, isExactNumber } from '../schemas/exact.ts';

const isCreation = ({ line }: Exchange) => /^POST \/v1\/user\/payments\/pay(in|out)$/.test(line.operation ?? '');

/** The checkouts and requests that these exchanges made, and those that checkouts were seen to be linked to. */
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

/** What accepted pay-outs took, by currency. */
function takesOf(exchanges: readonly Exchange[]): Record<string, string> {
  const takes: Record<string, string> = {};
  for (const { class: kind, line, sent: body } of exchanges) {
    if (kind !== 'accepted' || line.operation !== 'POST /v1/user/payments/payout') continue;
    const [amount, currency] = [field(body, 'amount'), textField(body, 'currency')];
    if (isExactNumber(amount) && currency !== undefined)
      takes[currency] = decimal(takes[currency] ?? '0')
        .plus(decimal(amount))
        .toFixed();
  }
  return takes;
}

/** What a cost is reckoned with: the sound twins that it rests on, and the labels of accounts with a quota of their own. */
interface Reckoning {
  controls?: readonly number[];
  limited: ReadonlySet<string | undefined>;
}

/** What these exchanges cost. */
function costOf(all: readonly ExchangeLine[], { controls = [], limited }: Reckoning): Cost {
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
    takes: takesOf(exchanges),
    controls: [...new Set(controls)].sort((a, b) => a - b),
  };
}

/** What the costs of all probes refer to by its place. */
interface Shared extends Pick<Reckoning, 'limited'> {
  shapes: readonly string[];
  turns: readonly string[];
}

/** The costs of one probe's lines: `names` are its cells; what was sent outside of them it always sends. */
function probeCost(lines: readonly Line[], { shapes, turns, limited }: Shared): ProbeCost {
  const lists = lines.filter((line): line is CellsLine => line.kind === 'cells');
  const names = new Set(lists.flatMap((list) => list.names));
  const own = lines.filter((line): line is ExchangeLine => line.kind === 'exchange' && line.control === undefined);
  const rests = lines.filter((line): line is ControlLine => line.kind === 'control');
  const cost = (isPart: (cell: string | undefined) => boolean) =>
    costOf(
      own.filter(({ cell }) => isPart(cell)),
      { controls: rests.filter(({ cell }) => isPart(cell)).map(({ shape }) => shapes.indexOf(shape)), limited },
    );
  return {
    base: cost((cell) => cell === undefined || !names.has(cell)),
    cells: lists.map((list) => ({
      ...(list.turns && { turns: turns.indexOf(JSON.stringify(list.turns)) }),
      of: Object.fromEntries(list.names.map((name) => [name, cost((cell) => cell === name)])),
    })),
  };
}

const secondsOf = (line: ExchangeLine) => ({
  sent: Number(line.sentNs) / 1e9,
  received: Number(line.receivedNs) / 1e9,
});

/** The costs that a journal of a whole run shows; `seconds` is how long it took. */
export function costsIn(lines: readonly Line[], seconds: number): Costs {
  const exchanges = lines.filter((line) => line.kind === 'exchange');
  const runs = lines.filter((line) => line.kind === 'run');
  const limited = new Set(runs.flatMap(({ target }) => (target.limited ?? []).map(({ label }) => label)));
  const probing = exchanges.filter(({ requirement }) => requirement !== 'sweep').map(secondsOf);
  const began = Math.min(...probing.map(({ sent }) => sent));
  const lastProbe = Math.max(...probing.map(({ received }) => received));
  const shapes = [...new Set(lines.flatMap((line) => (line.kind === 'control' ? [line.shape] : [])))];
  const turns = [
    ...new Set(lines.flatMap((line) => (line.kind === 'cells' && line.turns ? [JSON.stringify(line.turns)] : []))),
  ];
  const owned = lines.filter(
    (line) => 'requirement' in line && !['preflight', 'sweep', 'webhooks'].includes(line.requirement),
  );
  const probes = [...grouped(owned, (line) => ('requirement' in line ? line.requirement : ''))];
  return {
    probes: Object.fromEntries(
      probes
        .map(([id, own]) => [id, probeCost(own, { shapes, turns, limited })] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    controls: shapes.map((shape) =>
      costOf(
        exchanges.filter(({ control }) => control === shape),
        { limited },
      ),
    ),
    turns: turns.map((list) => JSON.parse(list) as string[]),
    preflight: costOf(
      exchanges.filter(({ requirement }) => requirement === 'preflight'),
      { limited },
    ),
    seconds: round(seconds),
    tailSeconds: round(seconds - (lastProbe - began)),
  };
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;
