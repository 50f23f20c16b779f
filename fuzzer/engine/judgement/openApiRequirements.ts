import type { Requirement } from '../../../traffic/requirements/requirement.ts';

/** The requirements on any API, checked by its contract only. */
export const openApiRequirements = {
  'ANY-01a': { kind: 'must', title: 'a success has a status that the contract describes' },
  'ANY-01b': { kind: 'should', title: 'every other answer has a status that the contract describes' },
  'ANY-02a': { kind: 'must', title: 'an answer has a content type that the contract describes' },
  'ANY-02b': { kind: 'should', title: 'an error described along with others has their content type' },
  'ANY-03a': { kind: 'must', title: 'body and headers of an answer fit their schemas' },
  'ANY-03b': { kind: 'should', title: 'an error described along with others fits their schemas' },
  'ANY-04': { kind: 'must', title: 'no request makes the service fail' },
  'ANY-05a': { kind: 'must', title: 'a request that breaks the contract is refused with a client error' },
  'ANY-05b': { kind: 'should', title: 'a request that breaks a rarely enforced constraint is refused' },
  'ANY-06': { kind: 'must', title: 'no request is accepted without the required credential' },
  'ANY-07': { kind: 'must', title: 'no error shows a stack trace' },
  'ANY-08': { kind: 'must', title: 'every request is answered in time' },
  'ANY-09': { kind: 'must', title: 'no answer repeats a secret' },
  'ANY-10': { kind: 'must', title: 'no undescribed redirect leads to another host' },
  'ANY-11': { kind: 'observe', title: 'valid requests are accepted' },
} as const satisfies Readonly<Record<string, { kind: 'must' | 'should' | 'observe'; title: string }>>;

/** The id of a requirement on any API. */
export type OpenApiRequirement = keyof typeof openApiRequirements;

/** The title of a requirement on any API; empty for any other id. */
export const openApiTitle = (id: string): string =>
  Object.hasOwn(openApiRequirements, id) ? openApiRequirements[id as OpenApiRequirement].title : '';

/** The requirement on any API with this id, in the form that verdicts use. */
export const openApiRequirement = (id: string): Requirement => ({
  id,
  ...openApiRequirements[id as OpenApiRequirement],
  section: 'ANY',
  basis: 'norm',
  law: false,
  where: 'fuzzer/engine/judgement/openApiRequirements.ts',
});
