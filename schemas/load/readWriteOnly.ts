import { memberSchemas, partsOf } from '../document/schemaTypes.ts';
import { nestedSchemas, schemasOf } from '../document/schemaWalk.ts';
import type { Plain, PlainObject } from '../json/plain.ts';

/** The keyword of members that are absent in one direction: readOnly members are absent in requests, writeOnly members in answers. */
type Absent = 'readOnly' | 'writeOnly';

/** Returns a copy of a document in which the marked members are not required; undefined if no member is marked. */
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
