import { constraintBoundariesIn } from '../../../generators/values/constraintBoundaries.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import { textHash } from './hash.ts';

type Reason = NonNullable<GroupedCase['reason']>;

/** The mark of one side of a constraint within an operation. */
export const boundaryHash = ({ schema, keyword, side }: Reason): number =>
  textHash(JSON.stringify([schema, keyword, side]));

/** All that there is to touch of an operation, by its contract alone. */
export interface OperationDenominator {
  /** The names of its parts, a body that nobody can write among them. */
  parts: readonly string[];
  /** Why a part of it cannot be written. */
  unwritable?: string;
  /** Marks of the sides of its constraints, by keyword and side. */
  sides: ReadonlyMap<number, string>;
  /** The classes of statuses that it describes. */
  statuses: readonly string[];
}

/** The class of a status, or of a name that responses are described by. */
export const statusClass = (name: string): string => (/^\d/.test(name) ? `${name[0]}xx` : name);

/** All that there is to touch of an operation. */
export function operationDenominator(contract: Contract, operation: Operation): OperationDenominator {
  const { parts, lacks } = requestModel(contract, operation);
  const sides = new Map<number, string>();
  const add = (reason: Reason) => sides.set(boundaryHash(reason), `${reason.keyword} ${reason.side}`);
  for (const { name, schema, isRequired, parameter } of parts) {
    // Without the texts in its path it is another path.
    if (isRequired && parameter?.in !== 'path') add({ schema: name, keyword: 'required', side: 'out' });
    for (const reason of constraintBoundariesIn(contract.document, schema)) add(reason);
  }
  const hasBody = parts.some(({ parameter }) => !parameter);
  const isLost = operation.requestBody !== undefined && !hasBody;
  return {
    parts: [...parts.map(({ name }) => name), ...(isLost ? ['body'] : [])],
    ...(isLost && { unwritable: lacks ?? 'its body is neither JSON nor a form' }),
    sides,
    statuses: [...new Set(Object.keys(operation.responses).map(statusClass))],
  };
}
