import { constraintBoundariesIn } from '../../../generators/values/constraintBoundaries.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import { textHash } from './hash.ts';

type Reason = NonNullable<GroupedCase['reason']>;

/** Returns the hash of a boundary case within an operation. */
export const boundaryHash = ({ schema, keyword, side }: Reason): number =>
  textHash(JSON.stringify([schema, keyword, side]));

/** Everything that can be covered of an operation, by its contract only. */
export interface OperationDenominator {
  /** The names of its parts, including a body that cannot be written. */
  parts: readonly string[];
  /** Why its body cannot be written. */
  unwritable?: string;
  /** Names of its boundary cases (`keyword side`), by hash. */
  sides: ReadonlyMap<number, string>;
  /** The status classes that it describes. */
  statuses: readonly string[];
}

/** Returns the class of a status, or of the name of a described response. */
export const statusClass = (name: string): string => (/^\d/.test(name) ? `${name[0]}xx` : name);

/** Returns everything that can be covered of an operation. */
export function operationDenominator(contract: Contract, operation: Operation): OperationDenominator {
  const { parts, lacks } = requestModel(contract, operation);
  const boundaryCases = new Map<number, string>();
  const add = (reason: Reason) => boundaryCases.set(boundaryHash(reason), `${reason.keyword} ${reason.side}`);
  for (const { name, schema, isRequired, parameter } of parts) {
    // A path without its parameter would be another path.
    if (isRequired && parameter?.in !== 'path') add({ schema: name, keyword: 'required', side: 'out' });
    for (const reason of constraintBoundariesIn(contract.document, schema)) add(reason);
  }
  const hasBody = parts.some(({ parameter }) => !parameter);
  const isLost = operation.requestBody !== undefined && !hasBody;
  return {
    parts: [...parts.map(({ name }) => name), ...(isLost ? ['body'] : [])],
    ...(isLost && { unwritable: lacks ?? 'its body is neither JSON nor a form' }),
    sides: boundaryCases,
    statuses: [...new Set(Object.keys(operation.responses).map(statusClass))],
  };
}
