/** Words of a 2020-12 schema whose value is one schema. */
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

/** Words whose value is a list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;

/** Words whose value is a map from names to schemas. */
export const schemaMapKeywords = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
] as const;

/** Words whose value is no schema. */
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

/** Words that OpenAPI adds to a schema; they say nothing about an instance. */
export const annotationKeywords = ['discriminator', 'example', 'externalDocs', 'xml'] as const;

/** Words at the root of an OpenAPI document, which ajv meets because pointers are resolved from there. */
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

/** Words of an OpenAPI document whose value is a map from free names, so that its keys are no words. */
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

/** Words whose value is data: nothing inside it is part of the contract. */
export const dataKeywords = ['const', 'default', 'enum', 'example', 'examples', 'security', 'value'] as const;
