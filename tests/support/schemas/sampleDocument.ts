import type { PlainObject } from '../../../schemas/json/plain.ts';

/** Builds a loaded document in the vocabulary of 2020-12 that has these schemas as components. */
export const documentWith = (schemas: Readonly<Record<string, PlainObject | boolean>>): PlainObject => ({
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1' },
  paths: {},
  components: { schemas: { ...schemas } },
});
