import type { ErrorObject } from 'ajv/dist/2020.js';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { type AnySchemaValidators, compileAnywhere } from './compiler.ts';

/**
 * One error of a value against a schema: the pointer of the value, the keyword, the pointer of the schema that has the keyword, and whether the error is about
 * a member's name.
 */
export type PlacedFault = { path: string; keyword: string; schema: string; isOfName: boolean };

/** A schema of a document with its pointer. */
type Placed = { pointer: string; node: Plain };

/** Checks values against any schema of one document, including inner ones. `faults` returns all errors, including those of every branch of a choice. */
export type Judge = {
  holds(schema: Placed, value: unknown): boolean;
  faults(schema: Placed, value: unknown): PlacedFault[];
};

const judges = new WeakMap<PlainObject, Judge>();

/** Returns the judge of a valid document with 2020-12 schemas; it is created once per document. */
export function judgeOf(document: PlainObject): Judge {
  const known = judges.get(document) ?? newJudge(document);
  judges.set(document, known);
  return known;
}

function newJudge(document: PlainObject): Judge {
  let made: AnySchemaValidators | undefined;
  const anywhere = () => {
    made ??= compileAnywhere(document);
    return made;
  };
  // A boolean schema allows anything or nothing and needs no compiler.
  const validatorOf = ({ pointer, node }: Placed) => (isPlainObject(node) ? anywhere().at(pointer) : undefined);
  return {
    holds: (schema, value) =>
      isPlainObject(schema.node) ? validatorOf(schema)?.(value) === true : schema.node === true,
    faults: (schema, value) => {
      const validator = validatorOf(schema);
      if (!validator) return schema.node === true ? [] : [falseSchemaFault(schema.pointer)];
      return validator(value) ? [] : (validator.errors ?? []).map((error) => placed(error, anywhere()));
    },
  };
}

function placed(
  { instancePath, keyword, parentSchema, propertyName }: ErrorObject,
  { pointerOf }: AnySchemaValidators,
): PlacedFault {
  const isOfName = propertyName !== undefined && keyword !== 'propertyNames';
  return { path: instancePath, keyword, schema: pointerOf(parentSchema) ?? '', isOfName };
}

function falseSchemaFault(pointer: string): PlacedFault {
  return { path: '', keyword: 'false schema', schema: pointer, isOfName: false };
}
