import type { Contract, SchemaFault } from '../../schemas/contract.ts';
import { toPlain } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { answerFaults, at, isTime, type Rule, whereIn } from './shape.ts';

function schemaFaultIn(exchange: Exchange, { path, keyword, message }: SchemaFault): Fault {
  const { json } = exchange;
  const seen = json === undefined ? exchange.seen : excerpt(at(toPlain(json), path));
  return { code: 'schema', where: whereIn(exchange, path), keyword, wanted: message, seen, exchanges: [exchange.id] };
}

/** An answer's faults of these kinds, by the one contract there is; times are GEN-04's. */
const faultsOf =
  (contract: Contract, keywords: readonly string[]): Rule<Exchange> =>
  (exchange) =>
    answerFaults(contract, exchange)
      .filter(({ keyword, path }) => keywords.includes(keyword) && !(keyword === 'type' && isTime(path)))
      .map((fault) => schemaFaultIn(exchange, fault));

/** A field that interface.md lists has its type in every answer; fields that it does not list may be anything (GEN-07). */
export function keepsTypes(contract: Contract): Rule<Exchange> {
  return faultsOf(contract, ['type']);
}

/** An answer has the format that the interface gives it, for production and sandbox alike (SBX-02). */
export function fitsContract(contract: Contract): Rule<Exchange> {
  return faultsOf(contract, ['type', 'required']);
}
