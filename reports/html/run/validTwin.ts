import type { ExchangeLine } from '../../../traffic/journal/journalTypes.ts';
import { prettyLines } from '../page/prettyBody.ts';

/** The most accepted requests that are looked at, and the most lines in which a request may differ from one to be called like it. */
const [mostLooked, mostDifferent] = [40, 4];

/** A request that was accepted, and the lines in which another one differs from it. */
export interface Twin {
  id: string;
  different: ReadonlySet<string>;
}

const accepted = ({ answer }: ExchangeLine) => answer !== undefined && answer.status >= 200 && answer.status < 300;

/** Returns the lines of a request that the other one lacks, its own id aside. */
function differenceOf({ request }: ExchangeLine, other: ExchangeLine): string[] {
  const theirs = new Set(prettyLines(other.request.body?.text ?? '').map((line) => line.replace(/,$/, '')));
  const { clientOrderId } = request;
  return prettyLines(request.body?.text ?? '')
    .map((line) => line.replace(/,$/, ''))
    .filter((line) => !theirs.has(line) && (clientOrderId === undefined || !line.includes(clientOrderId)));
}

/** Finds the accepted request of the same operation that a request with a body is most like; undefined if none is like it. */
export function validTwin(line: ExchangeLine, exchanges: ReadonlyMap<string, ExchangeLine>): Twin | undefined {
  if (line.request.body === undefined || line.operation === undefined) return undefined;
  const candidates = [...exchanges.values()].filter(
    (one) => one.id !== line.id && one.operation === line.operation && accepted(one) && one.request.body !== undefined,
  );
  const near = [
    ...candidates.filter(({ requirement }) => requirement === line.requirement),
    ...candidates.filter(({ requirement }) => requirement !== line.requirement),
  ].slice(0, mostLooked);
  const twins = near.map((one): Twin => ({ id: one.id, different: new Set(differenceOf(line, one)) }));
  const [best] = twins.toSorted((one, other) => one.different.size - other.different.size);
  return best && best.different.size > 0 && best.different.size <= mostDifferent ? best : undefined;
}
