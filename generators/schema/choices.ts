import { isPlainObject, type Plain } from '../../schemas/plain.ts';
import { child } from '../../schemas/pointer.ts';
import type { Demand, Part } from './node.ts';
import { within } from './parts.ts';

/** One way that a choice may go: what has to be met then, and the schemas by which the judge tells that it has gone so. */
export interface Branch {
  demands: readonly Demand[];
  /** Schemas that hold when the choice has gone so, and those that do not. */
  when: readonly Demand[];
  whenNot: readonly Demand[];
}

/** A keyword that lets a value be of several sorts. */
export interface Choice {
  /** The pointer of the keyword, with the name of a member where there is one for each. */
  key: string;
  part: Part;
  keyword: 'anyOf' | 'oneOf' | 'if' | 'dependentSchemas';
  branches: readonly Branch[];
}

/** The choices that the parts leave open, but for those that are taken. */
export function choicesOf(parts: readonly Part[], taken: ReadonlySet<string>): Choice[] {
  return parts
    .flatMap((part) => [...listed(part, 'anyOf'), ...listed(part, 'oneOf'), ...conditional(part), ...dependent(part)])
    .filter(({ key }) => !taken.has(key));
}

function listed(part: Part, keyword: 'anyOf' | 'oneOf'): Choice[] {
  const list = part.schema[keyword];
  if (!Array.isArray(list)) return [];
  const branches = list.flatMap((_, at) => {
    const demand = within(part, keyword, at);
    return demand ? [{ demands: [demand, ...named(part, demand)], when: [demand], whenNot: [] }] : [];
  });
  return [{ key: child(part.pointer, keyword), part, keyword, branches }];
}

// A discriminator says by the value of a member which branch is meant; the judge itself does not look at it.
function named({ pointer, schema }: Part, { node }: Demand): Demand[] {
  const { discriminator } = schema;
  if (!isPlainObject(discriminator) || typeof discriminator.propertyName !== 'string') return [];
  const reference = isPlainObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined;
  if (reference === undefined) return [];
  const values = discriminatorValues(discriminator.mapping, reference);
  const { propertyName } = discriminator;
  const made = { required: [propertyName], properties: Object.fromEntries([[propertyName, { enum: values }]]) };
  return [{ pointer: child(pointer, 'discriminator'), node: made, isMade: true }];
}

function discriminatorValues(mapping: Plain | undefined, reference: string): string[] {
  const name = reference.split('/').at(-1) ?? reference;
  const entries = isPlainObject(mapping) ? Object.entries(mapping) : [];
  const mapped = entries.filter(([, to]) => to === reference || to === name).map(([value]) => value);
  return mapped.length > 0 ? mapped : [name];
}

function conditional(part: Part): Choice[] {
  const condition = within(part, 'if');
  const [then, otherwise] = [within(part, 'then'), within(part, 'else')];
  if (!condition || (!then && !otherwise)) return [];
  const negated = { pointer: child(part.pointer, 'if'), node: { not: condition.node }, isMade: true };
  const branches = [
    { demands: [condition, ...(then ? [then] : [])], when: [condition], whenNot: [] },
    { demands: [negated, ...(otherwise ? [otherwise] : [])], when: [], whenNot: [condition] },
  ];
  return [{ key: child(part.pointer, 'if'), part, keyword: 'if', branches }];
}

function dependent(part: Part): Choice[] {
  const { dependentSchemas } = part.schema;
  if (!isPlainObject(dependentSchemas)) return [];
  return Object.keys(dependentSchemas).flatMap((name) => {
    const demand = within(part, 'dependentSchemas', name);
    const pointer = child(child(part.pointer, 'dependentSchemas'), name);
    if (!demand) return [];
    const present: Demand = { pointer, node: { required: [name] }, isMade: true };
    const absent: Demand = { pointer, node: { properties: Object.fromEntries([[name, false]]) }, isMade: true };
    const branches = [
      { demands: [absent], when: [], whenNot: [present] },
      { demands: [present, demand], when: [present], whenNot: [] },
    ];
    return [{ key: pointer, part, keyword: 'dependentSchemas' as const, branches }];
  });
}
