import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import type { RequiredSchema, SchemaPart } from './node.ts';
import { requiredWithin } from './parts.ts';

/** One branch of a choice: its demands, and the schemas by which the judge recognises it. */
export interface Branch {
  demands: readonly RequiredSchema[];
  /** Schemas that hold if the value follows this branch, and schemas that do not. */
  when: readonly RequiredSchema[];
  whenNot: readonly RequiredSchema[];
}

/** A keyword that allows a value to be of several sorts. */
export interface Choice {
  /** The pointer of the keyword. If each member has its own choice, the name of the member follows. */
  key: string;
  part: SchemaPart;
  keyword: 'anyOf' | 'oneOf' | 'if' | 'dependentSchemas';
  branches: readonly Branch[];
}

/** Returns the open choices of the parts, without those already made. */
export function choicesOf(parts: readonly SchemaPart[], taken: ReadonlySet<string>): Choice[] {
  return parts
    .flatMap((part) => [...listed(part, 'anyOf'), ...listed(part, 'oneOf'), ...conditional(part), ...dependent(part)])
    .filter(({ key }) => !taken.has(key));
}

function listed(part: SchemaPart, keyword: 'anyOf' | 'oneOf'): Choice[] {
  const list = part.schema[keyword];
  if (!Array.isArray(list)) return [];
  const branches = list.flatMap((_, at) => {
    const demand = requiredWithin(part, keyword, at);
    return demand ? [{ demands: [demand, ...named(part, demand)], when: [demand], whenNot: [] }] : [];
  });
  return [{ key: child(part.pointer, keyword), part, keyword, branches }];
}

// Returns what a discriminator demands: the value of its member names the branch. The judge itself ignores the discriminator.
function named({ pointer, schema }: SchemaPart, { node }: RequiredSchema): RequiredSchema[] {
  const { discriminator } = schema;
  if (!isPlainObject(discriminator) || typeof discriminator.propertyName !== 'string') return [];
  const reference = isPlainObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined;
  if (reference === undefined) return [];
  const values = discriminatorValues(discriminator.mapping, reference);
  const { propertyName } = discriminator;
  const made = { required: [propertyName], properties: Object.fromEntries([[propertyName, { enum: values }]]) };
  return [{ pointer: child(pointer, 'discriminator'), node: made, isSynthetic: true }];
}

function discriminatorValues(mapping: Plain | undefined, reference: string): string[] {
  const name = reference.split('/').at(-1) ?? reference;
  const entries = isPlainObject(mapping) ? Object.entries(mapping) : [];
  const mapped = entries.filter(([, to]) => to === reference || to === name).map(([value]) => value);
  return mapped.length > 0 ? mapped : [name];
}

function conditional(part: SchemaPart): Choice[] {
  const condition = requiredWithin(part, 'if');
  const [then, otherwise] = [requiredWithin(part, 'then'), requiredWithin(part, 'else')];
  if (!condition || (!then && !otherwise)) return [];
  const negated = { pointer: child(part.pointer, 'if'), node: { not: condition.node }, isSynthetic: true };
  const branches = [
    { demands: [condition, ...(then ? [then] : [])], when: [condition], whenNot: [] },
    { demands: [negated, ...(otherwise ? [otherwise] : [])], when: [], whenNot: [condition] },
  ];
  return [{ key: child(part.pointer, 'if'), part, keyword: 'if', branches }];
}

function dependent(part: SchemaPart): Choice[] {
  const { dependentSchemas } = part.schema;
  if (!isPlainObject(dependentSchemas)) return [];
  return Object.keys(dependentSchemas).flatMap((name) => {
    const demand = requiredWithin(part, 'dependentSchemas', name);
    const pointer = child(child(part.pointer, 'dependentSchemas'), name);
    if (!demand) return [];
    const present: RequiredSchema = { pointer, node: { required: [name] }, isSynthetic: true };
    const absent: RequiredSchema = {
      pointer,
      node: { properties: Object.fromEntries([[name, false]]) },
      isSynthetic: true,
    };
    const branches = [
      { demands: [absent], when: [], whenNot: [present] },
      { demands: [present, demand], when: [present], whenNot: [] },
    ];
    return [{ key: pointer, part, keyword: 'dependentSchemas' as const, branches }];
  });
}
