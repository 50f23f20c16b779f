import type { Random } from 'fast-check';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { Conjunction, RequiredSchema } from '../facts/node.ts';

/** The direction of a value: a request has no members that only a server writes, and an answer has no members that only a client writes. */
export type Direction = 'sent' | 'answered';

/** The state of a value that is being drawn; the draws of its parts share it. */
export interface Drawing {
  random: Random;
  direction: Direction;
  facts(node: Conjunction): SchemaFacts;
  /** Draws a value for a conjunction; throws Undrawable. `depth` counts the lists and objects around it. */
  value(node: Conjunction, depth: number): Plain;
  holds(demand: RequiredSchema, value: Plain): boolean;
  /** Returns the fewest levels of lists and objects that a value needs; infinite if its schemas refer to themselves without an end. */
  height(node: Conjunction): number;
  /** Counts a try; throws Undrawable after too many tries for one value. */
  spend(pointer: string): void;
}

/** From this depth on, a value gets only its required parts. */
export const deepest = 4;
