import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Anywhere, compileAnywhere } from './compiler.ts';
import { isPlainObject, type Plain, type PlainObject } from './plain.ts';

/** One error of a value by a schema: the pointer of the value, the keyword, the pointer of the schema that holds it, and whether it is of a member's name. */
export type PlacedFault = { path: string; keyword: string; schema: string; isOfName: boolean };

/** A schema of a document by its pointer. */
type Placed = { pointer: string; node: Plain };

/** Judges values by any schema of one document, inner ones too; `holds` is quick, `faults` tells all errors, choices and all. */
export type Judge = {
  holds(schema: Placed, value: unknown): boolean;
  faults(schema: Placed, value: unknown): PlacedFault[];
};

const judges = new WeakMap<PlainObject, Judge>();

/** The judge of a sound document whose schemas are those of 2020-12; made once for each document. */
export function judgeOf(document: PlainObject): Judge {
  const known = judges.get(document) ?? newJudge(document);
  judges.set(document, known);
  return known;
}

function newJudge(document: PlainObject): Judge {
  const lazy = (isThorough: boolean) => {
    let made: Anywhere | undefined;
    return () => {
      made ??= compileAnywhere(document, { isThorough });
      return made;
    };
  };
  const quick = lazy(false);
  const thorough = lazy(true);
  return {
    // What is no object may be anything or nothing, and needs no compiler.
    holds: ({ pointer, node }, value) => (isPlainObject(node) ? quick().at(pointer)?.(value) === true : node === true),
    faults: ({ pointer, node }, value) => {
      if (!isPlainObject(node)) return node === true ? [] : [nothingFits(pointer)];
      const anywhere = thorough();
      const validator = anywhere.at(pointer);
      if (!validator) return [nothingFits(pointer)];
      return validator(value) ? [] : (validator.errors ?? []).map((error) => placed(error, anywhere));
    },
  };
}

function placed(
  { instancePath, keyword, parentSchema, propertyName }: ErrorObject,
  { pointerOf }: Anywhere,
): PlacedFault {
  const isOfName = propertyName !== undefined && keyword !== 'propertyNames';
  return { path: instancePath, keyword, schema: pointerOf(parentSchema) ?? '', isOfName };
}

function nothingFits(pointer: string): PlacedFault {
  return { path: '', keyword: 'false schema', schema: pointer, isOfName: false };
}
