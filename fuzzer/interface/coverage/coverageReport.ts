import {
  checkoutLifecycle,
  type Lifecycle,
  paymentLifecycle,
  requestLifecycle,
} from '../../../schemas/domain/lifecycles.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { parametersOf } from '../../../schemas/wire/parameters.ts';
import type { CatalogueEntry } from '../../../traffic/requirements/catalogue.ts';
import type { CoverageRow } from '../../engine/coverage/campaignCoverage.ts';
import { boundaryCaseIndex, type RequestBoundaryCase } from '../../engine/requests/requestBoundaryCases.ts';
import type { Combination } from '../schedule/generatorProgress.ts';
import type { Coverage } from './coverage.ts';

/** An item of the coverage: whether the campaign reached it, and otherwise why it did not (`why`) or why no campaign can (`cannot`). */
interface Counted {
  name: string;
  isReached: boolean;
  why?: string;
  cannot?: string;
}

/** What coverage is measured against. */
export interface CoverageDenominator {
  contract: Contract;
  catalogue: readonly CatalogueEntry[];
  /** Every combination of every case generator, and how often it was tried. */
  combinations: readonly Combination[];
  /** True if the target has a test control API. */
  hasTestControl: boolean;
  /** The reason why the campaign did not try the rest. */
  untriedBecause: string;
}

type Count = (coverage: Coverage, denominator: CoverageDenominator) => Counted[];

/** Returns the operations that interface.md documents. */
const documented = ({ operations: all }: Contract) => all.filter(({ optional }) => !optional);

const operations: Count = ({ counts }, { contract }) =>
  documented(contract).map(({ key }) => ({ name: key, isReached: counts.has('operations', key) }));

const parameters: Count = ({ counts }, { contract }) =>
  documented(contract).flatMap((operation) =>
    parametersOf(operation).map(({ in: place, name }) => ({
      name: `${operation.key} ${name}`,
      // Every request of an operation has its path parameters.
      isReached:
        counts.has('operations', operation.key) &&
        (place === 'path' || counts.has('parameters', `${operation.key} ${name}`)),
    })),
  );

/** Counts the keyword boundary cases of parameters, or of bodies. */
const boundaryCasesOf =
  (of: RequestBoundaryCase['of']): Count =>
  ({ counts }, { contract, combinations }) => {
    const aimed = new Set(combinations.flatMap(({ aims }) => aims));
    return boundaryCaseIndex(contract).all.flatMap(({ name, cannot, ...side }): Counted[] => {
      if (side.of !== of) return [];
      if (cannot !== undefined) return [{ name, isReached: false, cannot }];
      return [{ name, isReached: counts.has('sides', name), ...(!aimed.has(name) && { why: unaimed }) }];
    });
  };

const unaimed = 'no combination for this target covers it';

const variations: Count = (_, { combinations }) =>
  combinations.map(({ generator, name, tries }) => ({ name: `${generator.name}: ${name}`, isReached: tries > 0 }));

const classes: Count = ({ counts }, { contract }) =>
  documented(contract).flatMap(({ key }) =>
    ['accepted', 'refused'].map((name) => ({
      name: `${key} ${name}`,
      isReached: counts.has('classes', `${key} ${name}`),
    })),
  );

function legalMoves(kind: string, { states, final, forbidden }: Lifecycle<string>): string[] {
  const isLegal = (from: string, to: string) =>
    from !== to && !final.includes(from) && !forbidden.some((move) => move.from === from && move.to === to);
  return states.flatMap((from) => states.filter((to) => isLegal(from, to)).map((to) => `${kind}: ${from} > ${to}`));
}

const edges: Count = ({ counts }, { hasTestControl }) => {
  const all = [
    ...legalMoves('payment', paymentLifecycle),
    ...legalMoves('checkout', checkoutLifecycle),
    ...legalMoves('request', requestLifecycle),
  ];
  const why = hasTestControl
    ? 'no read has shown it'
    : 'nothing moves the target: its file declares no test control API';
  return all.map((name) => ({ name, isReached: counts.has('moves', name), why }));
};

const requirements: Count = ({ evidenced, lacking }, { catalogue, combinations, untriedBecause }) => {
  const claimed = new Set(combinations.flatMap(({ generator }) => generator.evidences));
  return catalogue.map(({ id, law: isTraceCheck }) => {
    const unasked = isTraceCheck
      ? 'no traffic showed it'
      : claimed.has(id)
        ? untriedBecause
        : 'no case generator covers it';
    return { name: id, isReached: evidenced.has(id), why: lacking.get(id) ?? unasked };
  });
};

const oracles: Count = ({ counts, silent }, { catalogue }) => {
  const names = new Set(
    catalogue.flatMap(({ id, law: isTraceCheck, oracles: named = [] }) => (isTraceCheck ? [id] : named)),
  );
  const why = (name: string) => silent.get(name) ?? 'no assertion used it';
  return [...names].map((name) => ({ name, isReached: counts.has('oracles', name), why: why(name) }));
};

/** What is counted, in the order of the report. */
const counted: Readonly<Record<string, Count>> = {
  operations,
  parameters,
  'boundary cases of parameters': boundaryCasesOf('parameter'),
  'boundary cases of bodies': boundaryCasesOf('body'),
  variations,
  'status classes': classes,
  'lifecycle moves': edges,
  requirements,
  oracles,
};

/** Reports what a campaign has reached, with the denominators, and how many of the valid cases were accepted. */
export function coverageReport(coverage: Coverage, denominator: CoverageDenominator): CoverageRow[] {
  const all = Object.entries(counted).map(([what, count]): CoverageRow => {
    const counted = count(coverage, denominator);
    const found = counted.filter(({ cannot }) => cannot === undefined);
    const none = counted.flatMap(({ name, cannot }) => (cannot === undefined ? [] : [{ name, why: cannot }]));
    const missing = found.filter(({ isReached }) => !isReached);
    return {
      what,
      reached: found.length - missing.length,
      of: found.length,
      missing: missing.map(({ name, why = denominator.untriedBecause }) => ({ name, why })),
      ...(none.length > 0 && { cannot: none }),
    };
  });
  const valid = coverage.counts.of('valid');
  const others = [...valid].filter(([kind]) => kind !== 'accepted');
  const of = [...valid.values()].reduce((sum, one) => sum + one, 0);
  const missing = others.map(([kind, count]) => ({ name: `${count} ${kind}`, why: 'not enough money, or a finding' }));
  return [...all, { what: 'valid cases accepted', reached: valid.get('accepted') ?? 0, of, missing }];
}
