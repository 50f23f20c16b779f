/** Keywords of a 2020-12 schema whose value is one schema. */
export const schemaKeywords = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;

/** Keywords whose value is a list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;

/** Keywords whose value is a map from names to schemas. */
export const schemaMapKeywords = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
] as const;

/** Keywords whose value is not a schema. */
export const valueKeywords = [
  '$anchor',
  '$comment',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$ref',
  '$schema',
  '$vocabulary',
  'const',
  'contentEncoding',
  'contentMediaType',
  'default',
  'dependentRequired',
  'deprecated',
  'description',
  'enum',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'readOnly',
  'required',
  'title',
  'type',
  'uniqueItems',
  'writeOnly',
] as const;

/** Keywords that OpenAPI adds to a schema; they do not constrain an instance. */
export const annotationKeywords = ['discriminator', 'example', 'externalDocs', 'xml'] as const;

/** Keywords at the root of an OpenAPI document. ajv meets them because it resolves pointers from there. */
export const documentKeywords = [
  'components',
  'info',
  'jsonSchemaDialect',
  'openapi',
  'paths',
  'security',
  'servers',
  'tags',
  'webhooks',
] as const;

/** Keywords of an OpenAPI document whose value is a map with free names as keys. */
export const namedMapKeywords = [
  'callbacks',
  'content',
  'encoding',
  'headers',
  'links',
  'mapping',
  'parameters',
  'pathItems',
  'paths',
  'requestBodies',
  'responses',
  'scopes',
  'securitySchemes',
  'variables',
  'webhooks',
] as const;

/** Keywords whose value is data: nothing inside it is part of the contract. */
export const dataKeywords = ['const', 'default', 'enum', 'example', 'examples', 'security', 'value'] as const;
