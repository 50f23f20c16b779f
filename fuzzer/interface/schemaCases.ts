import type { Contract } from '../../schemas/contract.ts';
import { subjectOf } from '../requests/subject.ts';
import type { Move } from './move.ts';
import { variedBodies } from './schemaBodies.ts';
import { variedParameters } from './schemaParameters.ts';
import { turnedRequests } from './schemaTurns.ts';
import { writes } from './sound.ts';

const drawn = new WeakMap<Contract, readonly Move[]>();

/** The moves that vary the requests of the interface by the schemas of a contract: bodies, what stands around them, and parameters; the same each time. */
export function schemaMoves(contract: Contract): readonly Move[] {
  const moves = drawn.get(contract) ?? movesOf(contract);
  drawn.set(contract, moves);
  return moves;
}

function movesOf(contract: Contract): readonly Move[] {
  const bodies = writes.flatMap((operation) => {
    const found = contract.operations.find(({ key }) => key === operation);
    const body = found && subjectOf(contract, found).parts.find(({ parameter }) => !parameter);
    const varied = body && { contract, operation, schema: body.schema };
    return varied ? [variedBodies(varied), turnedRequests(varied)] : [];
  });
  return [...bodies, ...variedParameters(contract)];
}
