import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const json = (schema: object) => ({ 'application/json': { schema } });

const thing = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'string', minLength: 3, maxLength: 12, pattern: '^[a-z0-9]+$', readOnly: true },
    name: { type: 'string', minLength: 1, maxLength: 20 },
    size: { type: 'integer', minimum: 0, maximum: 9 },
  },
};

const toThing = { $ref: '#/components/schemas/Thing' };

const made = { allOf: [toThing, { type: 'object', required: ['id'] }] };

const refused = { description: 'no', content: json({ type: 'object' }) };

const id = { name: 'thingId', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z0-9]{3,12}$' } };

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } };

const ok = (schema: object) => ({ 200: { description: 'ok', content: json(schema) }, '4XX': refused });

/** A small contract: things that are created, read, changed and deleted, forms, and a credential. */
export const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: { parameters: [limit], responses: ok({ type: 'array', items: made }) },
      post: {
        requestBody: { required: true, content: json(toThing) },
        responses: { 201: { description: 'made', content: json(made) }, '4XX': refused },
      },
    },
    '/things/{thingId}': {
      parameters: [id],
      get: { responses: ok(made) },
      patch: { requestBody: { required: true, content: json(toThing) }, responses: ok(made) },
      delete: { responses: { 204: { description: 'gone' }, '4XX': refused } },
    },
    '/notes': {
      post: {
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: toThing } } },
        responses: ok({ type: 'object' }),
      },
    },
    '/files': {
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: toThing } } },
        responses: ok({ type: 'object' }),
      },
    },
  },
  components: { schemas: { Thing: thing }, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

/** Writes a contract to a folder and returns the file. */
export function contractIn(folder: string, document: object = shop): string {
  const file = join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}
