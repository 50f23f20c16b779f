import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';
import { excuseFor } from '../../general/excuse.ts';
import { namesIn } from './clientOrderIds.ts';

/** Pairs of equal orders without clientOrderId, the later one a moment after the answer to the first. */
export interface EqualOrdersArgs {
  pairs: readonly { uses: readonly string[] }[];
  what: string;
}

/** Returns the result of the first pair that was not accepted as a whole. The text does not show that an equal order a moment later is accepted, so its refusal decides nothing. */
export function unaccepted(record: RunRecord, { pairs, what }: EqualOrdersArgs): OracleResult | undefined {
  const [pair] = pairs.filter(({ uses }) => uses.some((id) => record.exchange(id).class !== 'accepted'));
  const [first, second] = (pair?.uses ?? []).map((id) => record.exchange(id));
  if (!first || !second) return undefined;
  if (first.class !== 'accepted')
    return accepted(record, { exchange: first.id, what: `${what} without clientOrderId` });
  const reason = `it answers ${second.seen} to ${what} without clientOrderId that equals one a moment before`;
  return faultResult(excuseFor(record, second) ?? { code: 'notApplicable', reason, exchanges: [first.id, second.id] });
}

/** Two equal orders without clientOrderId are two: each is answered with ids of its own (LIM-08). */
export function areOwnOrders(record: RunRecord, args: EqualOrdersArgs): OracleResult {
  const as = (which: string) => `the ${which} of two equal orders without clientOrderId (${args.what})`;
  const faults = args.pairs.flatMap(({ uses }): Fault[] => {
    const [first = [], second = []] = uses.map((id) => namesIn(record.exchange(id)));
    const value = first.find((name) => second.includes(name));
    if (value === undefined) return [];
    return [{ code: 'sharedId', value, first: as('first'), second: as('second'), exchanges: uses }];
  });
  const evidence = args.pairs.flatMap(({ uses }) => uses);
  const lack = faults.length > 0 ? undefined : unaccepted(record, args);
  return lack ?? toResult(evidence, faults);
}
