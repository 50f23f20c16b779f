import { type Decimal, decimal, type RoundingMode, roundTo } from '../../schemas/exact.ts';
import type { Fault } from '../fault.ts';
import type { RunRecord } from '../record.ts';
import { convertedExactly, directionOf, type FeeFigures, type Figures, feeOn, figuresIn } from './figures.ts';
import { faulty, learned, type Ruling, ruling } from './ruling.ts';

/** One figure of a request, and the ways in which it may have been reckoned: each gives its exact value, before it is rounded. */
interface Relation {
  field: string;
  of(figures: Figures): Decimal | undefined;
  ways: readonly ((figures: Figures) => Decimal | undefined)[];
  /** In words, for a sentence. */
  from: string;
}

const zero = decimal('0');

const sum = (figures: readonly (Decimal | undefined)[]) =>
  figures.reduce<Decimal>((all, one) => all.plus(one ?? zero), zero);

/** A fee before it is rounded, where its parts are shown; else as it is. */
const exactFee = (fee: FeeFigures, amount: Decimal | undefined) => (amount && feeOn(fee, amount)) ?? fee.total;

/** A fee of nothing is none that was reckoned: who pays it is another question (REQ-05). */
const charged = ({ total }: FeeFigures) => (total?.isZero() ? undefined : total);

/** What a fee may be a percentage of is not shown; the parts may also be sums of money by themselves. */
const feeWays = (whose: 'payer' | 'merchant'): Relation['ways'] => [
  (figures) => figures.pay && feeOn(figures[whose], figures.pay),
  (figures) => figures.converted && feeOn(figures[whose], figures.converted),
  ({ [whose]: { fixed, percent } }) => (fixed && percent ? fixed.plus(percent) : undefined),
];

/** Nothing is converted in its own currency: what is not shown as converted is the amount itself. */
const convertedOf = (figures: Figures) => figures.converted ?? (figures.rate ? undefined : convertedExactly(figures));

/** The figures of a request and how they hang together (REQ-04). Sums are those of the figures shown, or of what these were rounded from. */
const relations = {
  converted: {
    field: 'requestAmountConverted',
    of: ({ converted }) => converted,
    ways: [convertedExactly],
    from: 'requestAmount by convertRate',
  },
  payerFee: {
    field: 'payerPlatformFee',
    of: ({ payer }) => charged(payer),
    ways: feeWays('payer'),
    from: 'its fixed part and its percentage',
  },
  merchantFee: {
    field: 'merchantPlatformFee',
    of: ({ merchant }) => charged(merchant),
    ways: feeWays('merchant'),
    from: 'its fixed part and its percentage',
  },
  pay: {
    field: 'payAmount',
    of: ({ pay }) => pay,
    ways: [
      (figures) => convertedOf(figures)?.plus(figures.payer.total ?? zero),
      (figures) => convertedExactly(figures)?.plus(exactFee(figures.payer, convertedOf(figures)) ?? zero),
    ],
    from: 'requestAmountConverted and the payer fee',
  },
  processing: {
    field: 'processingAmount',
    of: ({ processing }) => processing,
    ways: [
      ({ pay, payer, merchant }) => pay?.minus(sum([payer.total, merchant.total])),
      ({ pay, payer, merchant, converted }) => pay?.minus(sum([exactFee(payer, converted), exactFee(merchant, pay)])),
    ],
    from: 'payAmount less the fees',
  },
} as const satisfies Record<string, Relation>;

/** Ways to round a number that is not negative. */
const modes: readonly RoundingMode[] = ['UP', 'DOWN', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN'];

/** How a figure may come about: by one of the ways, rounded in one mode. */
interface Manner {
  way: Relation['ways'][number];
  mode: RoundingMode;
}

/** A figure that can be judged, with the decimals that its asset is written in. */
interface Judged {
  figures: Figures;
  figure: Decimal;
  scale: number;
}

/** The most decimals in which this figure, or what was converted, is shown for an asset: none is rounded to fewer. */
function scalesOf({ of }: Relation, all: readonly Figures[]): ReadonlyMap<string, number> {
  const scales = new Map<string, number>();
  for (const figures of all) {
    const shown = [of(figures), figures.converted].map((figure) => figure?.decimalPlaces() ?? 0);
    scales.set(figures.asset, Math.max(scales.get(figures.asset) ?? 0, ...shown));
  }
  return scales;
}

/** The figures of a relation that are shown, and that something is shown for to reckon them from. */
function judgedIn(relation: Relation, all: readonly Figures[]): Judged[] {
  const scales = scalesOf(relation, all);
  return all.flatMap((figures) => {
    const figure = relation.of(figures);
    const isReckoned = relation.ways.some((way) => way(figures) !== undefined);
    return figure && isReckoned ? [{ figures, figure, scale: scales.get(figures.asset) ?? 0 }] : [];
  });
}

function valueBy({ way, mode }: Manner, { figures, scale }: Judged): Decimal | undefined {
  const exact = way(figures);
  return exact && roundTo(exact, scale, mode);
}

/** What a manner cannot reckon it does not explain. */
const explains = (manner: Manner, judged: Judged) => valueBy(manner, judged)?.eq(judged.figure) ?? false;

const mannersOf = ({ ways }: Relation): Manner[] => ways.flatMap((way) => modes.map((mode) => ({ way, mode })));

function misreckoned(relation: Relation, manner: Manner, judged: Judged): Fault {
  const { figures, figure } = judged;
  const exact = manner.way(figures) ?? relation.ways.map((way) => way(figures)).find((value) => value !== undefined);
  const wanted = (valueBy(manner, judged) ?? exact)?.toFixed() ?? 'a figure';
  const what = `${relation.field} of ${figures.name}, ${relation.from},`;
  return { code: 'misrounded', what, wanted, seen: figure.toFixed(), exchanges: figures.exchanges };
}

/** The figures that no one manner explains along with the others: those that the best one does not. */
function misreckonedIn(relation: Relation, judged: readonly Judged[]): Fault[] {
  const counted = mannersOf(relation).map((manner) => ({
    manner,
    odd: judged.filter((one) => !explains(manner, one)),
  }));
  const [best] = counted.toSorted((a, b) => a.odd.length - b.odd.length);
  return best ? best.odd.map((one) => misreckoned(relation, best.manner, one)) : [];
}

/** A rate that says of which pair it is names the two currencies of its request. */
function oddPair(figures: Figures): Fault[] {
  const { pair = '', rate, currency, amountIn, name, exchanges } = figures;
  if (!rate || directionOf(figures) !== 'neither') return [];
  const wanted = `a pair of ${currency} and ${amountIn}`;
  return [{ code: 'differs', what: `convertPair of ${name}`, wanted, seen: pair, exchanges }];
}

/** The figure whose relation to others is claimed; whether a target has any such figure may be its own affair. */
export interface FigureArgs {
  figure: keyof typeof relations;
}

const optional: ReadonlySet<FigureArgs['figure']> = new Set(['payerFee', 'merchantFee']);

/** What is missing where no request shows a figure. */
function unshown({ figure }: FigureArgs, all: readonly Figures[]): Fault {
  const { field } = relations[figure];
  const exchanges = all.flatMap((one) => one.exchanges);
  if (all.length > 0 && optional.has(figure))
    return { code: 'notApplicable', reason: `no request shows a ${field} and what it is made of`, exchanges };
  const wanted = `a request of a fixed price with ${field}, and with what it is reckoned from`;
  return { code: 'noEvidence', wanted, exchanges };
}

const exchangesOf = (judged: readonly Judged[]) => judged.flatMap(({ figures }) => figures.exchanges);

/** A figure of all requests that the run has seen follows from the others, rounded in one way throughout (REQ-04). */
export function figureHolds(record: RunRecord, { figure }: FigureArgs): Ruling {
  const all = figuresIn(record);
  const judged = judgedIn(relations[figure], all);
  if (judged.length === 0) return faulty(unshown({ figure }, all));
  const pairs = figure === 'converted' ? all.flatMap(oddPair) : [];
  return ruling(exchangesOf(judged), [...pairs, ...misreckonedIn(relations[figure], judged)]);
}

/** How a figure is rounded, which is not shown, as far as the requests of a run tell it: by one word, for nights differ in the ties that they see. */
export function figureRounds(record: RunRecord, { figure }: FigureArgs): Ruling {
  const all = figuresIn(record);
  const judged = judgedIn(relations[figure], all);
  if (judged.length === 0) return faulty(unshown({ figure }, all));
  const fitting = mannersOf(relations[figure]).filter((manner) => judged.every((one) => explains(manner, one)));
  const words = new Set(fitting.map(({ mode }) => (mode.startsWith('HALF') ? 'to the nearest' : mode.toLowerCase())));
  const [word] = words;
  const exchanges = exchangesOf(judged);
  return words.size === 1 ? learned(relations[figure].field, `rounded ${word}`, exchanges) : ruling(exchanges, []);
}
