import { type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { Contract, SchemaFault } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { answerFaults, isTimeField, placeInAnswer, type Rule, valueAtPointer } from './contractShape.ts';
import { memoized } from './memoize.ts';

function schemaFaultIn(exchange: Exchange, { path, keyword, message }: SchemaFault): Fault {
  const { json } = exchange;
  const seen = json === undefined ? exchange.seen : excerpt(valueAtPointer(json, path));
  return {
    code: 'schema',
    where: placeInAnswer(exchange, path),
    keyword,
    wanted: message,
    seen,
    exchanges: [exchange.id],
  };
}

/** Reports the faults of an answer that concern these schema keywords. Times are left out, since GEN-04 judges them. */
const faultsOf =
  (contract: Contract, keywords: readonly string[]): Rule<Exchange> =>
  (exchange) =>
    answerFaults(contract, exchange)
      .filter(({ keyword, path }) => keywords.includes(keyword) && !(keyword === 'type' && isTimeField(path)))
      .map((fault) => schemaFaultIn(exchange, fault));

/** True if a number cannot be represented as a double: it would become infinite, or 0. */
const isUnheld = (text: string) => !Number.isFinite(Number(text)) || (Number(text) === 0 && /^[^e]*[1-9]/i.test(text));

function* unheldIn(value: Exact, path = ''): Generator<{ path: string; text: string }> {
  if (isExactNumber(value)) {
    if (isUnheld(value.value)) yield { path, text: value.value };
  } else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) yield* unheldIn(member, `${path}/${key}`);
}

const firstUnheld = memoized((value: object) => unheldIn(value as Exact).next().value);

/** Numbers fit a Float, which is the type that the interface gives them. */
function holdsNumbers(exchange: Exchange): Fault | undefined {
  const { json, id } = exchange;
  const found = typeof json === 'object' && json !== null ? firstUnheld(json) : undefined;
  if (!found) return undefined;
  const where = placeInAnswer(exchange, found.path);
  return {
    code: 'schema',
    where,
    keyword: 'type',
    wanted: 'to be a number that fits a Float',
    seen: excerpt(found.text),
    exchanges: [id],
  };
}

/** A field that interface.md lists has its type in every answer, and every number fits a Float. Fields that it does not list may have any type (GEN-07). */
export function keepsTypes(contract: Contract): Rule<Exchange> {
  const typed = faultsOf(contract, ['type']);
  return (exchange) => [...[typed(exchange) ?? []].flat(), ...[holdsNumbers(exchange) ?? []].flat()];
}

/** An answer has the documented format, the same in production and sandbox (SBX-02). */
export function fitsContract(contract: Contract): Rule<Exchange> {
  return faultsOf(contract, ['type', 'required']);
}
