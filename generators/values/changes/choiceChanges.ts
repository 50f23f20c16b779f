import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { branchNodes } from '../draw/draw.ts';
import type { Drawing } from '../draw/drawing.ts';
import { type Conjunction, narrowed, type RequiredSchema, type SchemaPart } from '../facts/node.ts';
import { requiredWithin } from '../facts/parts.ts';
import { type Change, type Changes, drawOrNone, drawUntil, inside, outside, relaxedConjunction } from './change.ts';
import { type MadeChoice, withMember } from './visits.ts';

/** Makes values that follow another branch of each choice, no branch, or two branches, and values that `not` forbids. */
export const choiceChanges: Changes = function* ({ choices, facts, value }, drawing) {
  for (const made of choices) {
    yield* otherBranches(made, drawing);
    yield* breaking[made.choice.keyword](made, drawing);
    yield* named(made, value);
  }
  for (const part of facts.parts) {
    const demand = requiredWithin(part, 'not');
    if (demand && !part.isSynthetic) yield* denied({ facts, part, demand }, drawing);
  }
};

const says = ({ part, keyword }: MadeChoice['choice'], words: string) => ({ keyword, schema: part.pointer, words });

function* otherBranches({ choice, facts, heldBranches }: MadeChoice, drawing: Drawing): Generator<Change> {
  for (const [at, node] of branchNodes(facts, choice).entries()) {
    if (heldBranches.includes(at)) continue;
    const value = drawOrNone(drawing, node);
    if (value === undefined || !choice.branches[at]?.when.every((demand) => drawing.holds(demand, value))) continue;
    const word = choice.keyword === 'if' ? (at === 0 ? 'then' : 'else') : choice.keyword;
    yield inside(value, { ...says(choice, `branch ${at + 1} of ${choice.branches.length}`), keyword: word });
  }
}

type Breaking = (made: MadeChoice, drawing: Drawing) => Iterable<Change>;

const breaking: Readonly<Record<MadeChoice['choice']['keyword'], Breaking>> = {
  anyOf: noBranch,
  oneOf: function* (made, drawing) {
    yield* noBranch(made, drawing);
    yield* twoBranches(made, drawing);
  },
  if: function* (made, drawing) {
    yield* unmet(made, drawing, { word: 'then', isHolding: true });
    yield* unmet(made, drawing, { word: 'else', isHolding: false });
  },
  dependentSchemas: function* ({ choice, facts }, drawing) {
    const [present, demand] = choice.branches[1]?.demands ?? [];
    if (!present || !demand) return;
    const open = narrowed(relaxedConjunction(facts, ['dependentSchemas']), [present]);
    const value = drawUntil(
      () => drawOrNone(drawing, open),
      (one) => !drawing.holds(demand, one),
    );
    if (value !== undefined) yield outside(value, says(choice, 'with the member, and not as it then has to be'));
  },
};

function* noBranch({ choice, facts }: MadeChoice, drawing: Drawing): Generator<Change> {
  const isHeld = (value: Plain) =>
    choice.branches.some(({ when }) => when.every((demand) => drawing.holds(demand, value)));
  const open = relaxedConjunction(facts, [choice.keyword]);
  const value = drawUntil(
    () => drawOrNone(drawing, open),
    (one) => !isHeld(one),
  );
  if (value !== undefined) yield outside(value, says(choice, 'none of the branches'));
}

function* twoBranches({ choice, facts, heldBranches }: MadeChoice, drawing: Drawing): Generator<Change> {
  const [first] = heldBranches;
  const one = choice.branches[first ?? 0]?.when[0];
  for (const [at, { when }] of choice.branches.entries()) {
    const other = when[0];
    if (at === first || !one || !other) continue;
    const open = bothOf(relaxedConjunction(facts, [choice.keyword]), one, other);
    const value = drawOrNone(drawing, open);
    const isBoth = value !== undefined && drawing.holds(one, value) && drawing.holds(other, value);
    if (isBoth) yield outside(value, says(choice, `branches ${(first ?? 0) + 1} and ${at + 1} at once`));
  }
}

function bothOf(open: Conjunction, one: RequiredSchema, other: RequiredSchema): Conjunction {
  return narrowed(open, [one, other]);
}

interface Unmet {
  word: 'then' | 'else';
  isHolding: boolean;
}

function* unmet({ choice, facts }: MadeChoice, drawing: Drawing, { word, isHolding }: Unmet): Generator<Change> {
  const condition = requiredWithin(choice.part, 'if');
  const demand = requiredWithin(choice.part, word);
  if (!condition || !demand) return;
  const negated = { pointer: condition.pointer, node: { not: condition.node }, isSynthetic: true };
  const open = narrowed(relaxedConjunction(facts, ['if', 'then', 'else']), [isHolding ? condition : negated]);
  const isUnmet = (value: Plain) => drawing.holds(condition, value) === isHolding && !drawing.holds(demand, value);
  const value = drawUntil(() => drawOrNone(drawing, open), isUnmet, 40);
  const words = `${isHolding ? 'meets' : 'does not meet'} if, and does not meet ${word}`;
  if (value !== undefined) yield outside(value, { ...says(choice, words), keyword: word });
}

// Sets the discriminator to a value that names no branch.
function* named({ choice }: MadeChoice, value: Plain): Generator<Change> {
  const { discriminator } = choice.part.schema;
  if (!isPlainObject(discriminator) || !isPlainObject(value)) return;
  const { propertyName } = discriminator;
  if (typeof propertyName !== 'string' || typeof value[propertyName] !== 'string') return;
  const words = `${JSON.stringify(propertyName)} names no branch`;
  const changed = withMember(value, propertyName, 'no such branch');
  yield outside(changed, { keyword: 'discriminator', schema: choice.part.pointer, words });
}

function* denied(
  { facts, part, demand }: { facts: MadeChoice['facts']; part: SchemaPart; demand: RequiredSchema },
  drawing: Drawing,
): Generator<Change> {
  const about = (words: string) => ({ keyword: 'not', schema: part.pointer, words });
  const open = narrowed(relaxedConjunction(facts, ['not']), [demand]);
  const value = drawUntil(
    () => drawOrNone(drawing, open),
    (one) => drawing.holds(demand, one),
    4,
  );
  if (value !== undefined) yield outside(value, about('what may not be'));
  const other = drawOrNone(drawing, facts.node);
  if (other !== undefined) yield inside(other, about('another value than what may not be'));
}
