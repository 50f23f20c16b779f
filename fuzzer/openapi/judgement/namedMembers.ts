import { resolved } from '../../../schemas/document/resolve.ts';
import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';

/** The greatest depth to which nested schemas are followed. */
const deepest = 32;

const listOf = (node: Plain | undefined): readonly Plain[] => (Array.isArray(node) ? node : []);

/** Returns what a schema itself says about a member or an item. */
function memberOf({ properties, items, prefixItems }: PlainObject, step: string): Plain | undefined {
  if (isPlainObject(properties) && Object.hasOwn(properties, step)) return properties[step];
  return /^\d+$/.test(step) ? (listOf(prefixItems)[Number(step)] ?? items) : undefined;
}

/** A schema, and the path from it to a value. */
interface Way {
  node: Plain | undefined;
  way: readonly string[];
}

/** True if a schema names each member on the path to a value. */
function isNamed(document: PlainObject, { node, way }: Way, depth = 0): boolean {
  const [step, ...rest] = way;
  if (step === undefined) return true;
  if (depth > deepest) return false;
  const schema = resolved(document, node);
  const member = memberOf(schema, step);
  if (member !== undefined && isNamed(document, { node: member, way: rest }, depth + 1)) return true;
  const parts = [schema['allOf'], schema['anyOf'], schema['oneOf']].flatMap(listOf);
  return parts.some((part) => isNamed(document, { node: part, way }, depth + 1));
}

/** Returns a value in which the selected texts of schema-named members are empty. */
export function withoutNamedMembers(
  { document, schema }: { document: PlainObject; schema: Plain | undefined },
  value: Plain,
  isMeant: (text: string) => boolean,
): Plain {
  const without = (node: Plain, way: readonly string[]): Plain => {
    if (Array.isArray(node)) return node.map((item, at) => without(item, [...way, String(at)]));
    if (isPlainObject(node))
      return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, without(item, [...way, name])]));
    const isOfMember = way.some((step) => !/^\d+$/.test(step));
    return typeof node === 'string' && isMeant(node) && isOfMember && isNamed(document, { node: schema, way })
      ? ''
      : node;
  };
  return without(value, []);
}
