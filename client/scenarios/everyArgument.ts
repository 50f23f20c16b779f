import { isPlainObject, type PlainObject } from '../../schemas/json/plain.ts';
import type { CallRequest } from '../protocol/messages.ts';
import { schemaAt } from '../server/edits.ts';
import { type ClientOperation, clientOperations } from '../server/operationTable.ts';
import { sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { wellFormedValues } from './wellFormed.ts';

type Values = ReturnType<typeof wellFormedValues>;

/** Members of a body or a query: one value, with the members around it. */
type Members = Readonly<Record<string, unknown>>;

const propertiesOf = (schema: PlainObject): string[] =>
  isPlainObject(schema['properties']) ? Object.keys(schema['properties']) : [];

/** Returns an object with all members of its schema. */
const wholeOf = (schema: PlainObject, values: Values): Members =>
  Object.fromEntries(propertiesOf(schema).map((name) => [name, values(name, schemaAt(schema, name))[0]]));

/** Returns the values of every member of a body; of an inner object once for each of its own members. */
function membersOf(schema: PlainObject, values: Values): Members[] {
  return propertiesOf(schema).flatMap((name) => {
    const own = schemaAt(schema, name);
    if (propertiesOf(own).length === 0) return values(name, own).map((value) => ({ [name]: value }));
    return membersOf(own, values).map((inner) => ({ [name]: { ...wholeOf(own, values), ...inner } }));
  });
}

/** Joins members to one object that has all of them. */
const together = (members: readonly Members[]): Members =>
  Object.fromEntries(members.flatMap(Object.entries).reverse());

const query = ({ query: parameters }: ClientOperation, values: Values): Members[] =>
  Object.entries(parameters).flatMap(([name, schema]) => {
    const one = schema['type'] === 'array' ? schemaAt(schema, 0) : schema;
    const zero = one['type'] === 'number' ? ['0'] : [];
    return [...zero, ...values(name, one)].map((value) => ({ [name]: value }));
  });

function scenario(operation: string, part: 'query' | 'body', steps: readonly CallRequest[]): Scenario {
  return {
    requirement: part === 'body' ? 'CLI-01' : 'CLI-09',
    name: `every argument of ${operation}`,
    needs: { operations: [operation] },
    rules: [{ operation, action: { do: 'sample' } }],
    steps,
    claims: [{ oracle: 'sendsArguments', args: { parts: ['path', part], mayLack: true } }],
  };
}

function ofOperation(operation: string, known: Known): Scenario[] {
  const contract = clientOperations.get(operation);
  if (!contract) return [];
  const values = wellFormedValues(known);
  const call = sampleCall(operation, known);
  const bodies = membersOf(contract.body, values);
  const queries = query(contract, values);
  // All of them at once, besides each by itself: a typed SDK may lack one, or refuse one beside another.
  const withAll = (members: readonly Members[]) => [...members, together(members)];
  return [
    ...(bodies.length > 0
      ? [
          scenario(
            operation,
            'body',
            withAll(bodies).map((own) => ({ ...call, body: { ...call.body, ...own } })),
          ),
        ]
      : []),
    ...(queries.length > 0
      ? [
          scenario(
            operation,
            'query',
            withAll(queries).map((own) => ({ ...call, query: own as Record<string, string> })),
          ),
        ]
      : []),
  ];
}

/** Calls with every argument of the contract, and with every word of its lists. What a typed SDK lacks is not held against it. */
export const everyArgument: MakeScenarios = (known) =>
  sampledOperations.flatMap((operation) => ofOperation(operation, known));
