import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { drawOrNone } from './changes/change.ts';
import { withMember } from './changes/visits.ts';
import { randomOf } from './draw/chance.ts';
import { Draw } from './draw/draw.ts';
import type { Drawing } from './draw/drawing.ts';
import { type Conjunction, conjunctionOf } from './facts/node.ts';
import { scopeOf } from './facts/scope.ts';
import type { VariationBase } from './variations.ts';

/** The levels in which members are added: a schema may contain itself. */
const deepest = 4;

function within(drawing: Drawing, node: Conjunction, { value, left }: { value: Plain; left: number }): Plain {
  if (!isPlainObject(value) || left === 0) return value;
  const members = drawing.facts(node).members();
  let extended = value;
  for (const name of members.known) {
    if (members.isReadOnly(name)) continue;
    const inner = members.member(name);
    const member = Object.hasOwn(extended, name) ? extended[name] : drawOrNone(drawing, inner);
    if (member !== undefined)
      extended = withMember(extended, name, within(drawing, inner, { value: member, left: left - 1 }));
  }
  return extended;
}

/**
 * Adds every member that its schema names to a valid value: missing members are drawn, and so are the members within them. The result may violate what the
 * schema says about the members together.
 */
export function withEveryMember({ document, schema, base, seed = 0 }: VariationBase): Plain {
  const scope = scopeOf(document);
  const drawing = new Draw(scope, randomOf(seed), 'sent');
  return within(drawing, conjunctionOf([scope.demandOf(schema)]), { value: base, left: deepest });
}
