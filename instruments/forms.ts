import type { OpenAPIV3_1 } from 'openapi-types';
import { type Parameter, parameterOf } from '../schemas/parameters.ts';
import type { Plain } from '../schemas/plain.ts';
import { memberSchemas } from '../schemas/types.ts';

/** A member of a form as the parameter that it is written like: those of a query, in the style of its encoding. */
export function formParameter(document: Plain, media: OpenAPIV3_1.MediaTypeObject, name: string): Parameter {
  const schemas = memberSchemas(document, media.schema as Plain, name);
  const { style = 'form', explode = true } = media.encoding?.[name] ?? {};
  const schema = schemas.length > 0 ? ({ anyOf: schemas } as object) : {};
  return parameterOf({ name, in: 'query', style, explode, schema });
}
