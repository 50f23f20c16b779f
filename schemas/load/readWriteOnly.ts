import { memberSchemas, partsOf } from '../document/schemaTypes.ts';
import { nestedSchemas, schemasOf } from '../document/schemaWalk.ts';
import type { Plain, PlainObject } from '../json/plain.ts';

/** The word that marks members which one direction does not carry: readOnly ones are not in requests, writeOnly ones not in answers. */
type Absent = 'readOnly' | 'writeOnly';

/** A copy of a document in which members marked so are not required; undefined where none is. */
export function withoutMarkedMembers(document: PlainObject, absent: Absent): PlainObject | undefined {
  const copy = structuredClone(document);
  const seen = new Set<Plain>();
  let isOther = false;
  for (const place of schemasOf(copy)) {
    for (const { node } of nestedSchemas(copy, place, seen)) {
      const { required } = node;
      if (!Array.isArray(required)) continue;
      const needed = required.filter((name) => !isMarked(copy, { schema: node, name: String(name), absent }));
      isOther ||= needed.length < required.length;
      node.required = needed;
    }
  }
  return isOther ? copy : undefined;
}

type Member = { schema: PlainObject; name: string; absent: Absent };

function isMarked(document: PlainObject, { schema, name, absent }: Member): boolean {
  const members = memberSchemas(document, schema, name);
  return members.some((member) => partsOf(document, member).some((part) => part[absent] === true));
}
