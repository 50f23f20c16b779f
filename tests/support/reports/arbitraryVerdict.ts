import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  dictionary,
  integer,
  nat,
  option,
  record,
  string,
  uniqueArray,
} from 'fast-check';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { Finding, RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { countsOf } from '../../../reports/run/outcomeCounts.ts';
import { haltCauses } from '../../../traffic/journal/haltFault.ts';
import { outcomes } from '../../../traffic/outcome/outcome.ts';
import { brokenResult, history, arbitraryInstant as instant, knownFailure } from './arbitraryHistory.ts';
import { exchange, text } from './hostileText.ts';

const finding: Arbitrary<Finding> = record({
  code: constantFrom('schema', 'notRefused', 'noEvidence', 'suiteError'),
  wanted: text,
  seen: text,
  exchanges: array(exchange, { maxLength: 3 }),
});

const combinations = record({ evidenced: nat(20), more: nat(20) }).map(({ evidenced, more }) => ({
  evidenced,
  of: evidenced + more,
}));

const requirement: Arbitrary<RequirementVerdict> = record(
  {
    section: constantFrom('AUT', 'PAY', 'OUT', 'SBX'),
    number: integer({ min: 1, max: 99 }),
    letter: constantFrom('', 'a', 'b'),
    title: text,
    kind: constantFrom('must', 'should', 'observe'),
    basis: constantFrom('text', 'norm'),
    law: boolean(),
    line: integer({ min: 1, max: 400 }),
    outcome: constantFrom(...outcomes),
    attribution: constantFrom('target', 'contract', 'suite', 'environment', 'configuration', 'quota'),
    findings: array(finding, { maxLength: 5 }),
    exchanges: array(exchange, { maxLength: 5 }),
    learned: dictionary(text, text, { minKeys: 1, maxKeys: 3 }),
    was: dictionary(text, text, { minKeys: 1, maxKeys: 2 }),
    broken: array(brokenResult, { maxLength: 3 }),
    held: array(text, { maxLength: 3 }),
    accepted: array(knownFailure, { minLength: 1, maxLength: 2 }),
    cells: combinations,
  },
  {
    requiredKeys: [
      'section',
      'number',
      'letter',
      'title',
      'kind',
      'basis',
      'law',
      'line',
      'outcome',
      'findings',
      'exchanges',
    ],
  },
).map(({ number, letter, line, accepted, ...rest }) => ({
  ...rest,
  ...(accepted && rest.outcome === 'fail' && { accepted }),
  id: `${rest.section}-${String(number).padStart(2, '0')}${letter}`,
  where: `specs/${rest.section.toLowerCase()}.spec.ts:${line}`,
}));

const header: Arbitrary<Verdict['header']> = record(
  {
    judgedAt: instant.map((at) => at.toISOString()),
    durationMs: nat(),
    host: text,
    journal: text,
    run: record({ id: text, seed: nat(), startedAt: instant.map((at) => at.toISOString()) }),
    exchanges: record({ get: nat(), post: nat(999), apart: nat(9) }).map(({ get, post, apart }) => ({
      total: get + post,
      get,
      post,
      ...(apart <= post && apart <= get && { apart: { get: apart, post: apart } }),
    })),
    throttled: array(text, { maxLength: 2 }),
    again: text,
  },
  { requiredKeys: ['judgedAt', 'durationMs', 'host', 'journal', 'run', 'exchanges', 'throttled'] },
);

const selection: Arbitrary<Verdict['selection']> = record(
  {
    profile: constantFrom('smoke', 'nightly', 'full'),
    tier: constantFrom('passive', 'active'),
    day: instant.map((at) => at.toISOString().slice(0, 10)),
    asked: array(constantFrom('PAY', 'OUT-02'), { maxLength: 2 }),
    shard: integer({ min: 1, max: 9 }).chain((of) =>
      record({ index: integer({ min: 1, max: of }), of: constantFrom(of) }),
    ),
  },
  { requiredKeys: ['profile', 'tier', 'day'] },
);

const experiment: Arbitrary<NonNullable<Verdict['experiments']>[number]> = record(
  {
    id: text,
    requirement: constantFrom('WHK-05', 'WHK-06a'),
    openedAt: instant.map((at) => at.toISOString()),
    dueAt: instant.map((at) => at.toISOString()),
    attempts: nat(120),
    state: constantFrom('open', 'void'),
    why: text,
  },
  { requiredKeys: ['id', 'requirement', 'openedAt', 'dueAt', 'attempts', 'state'] },
);

/** Generates verdicts whose counts add up, with every outcome and with texts that try to break each report; for tests only. */
export const arbitraryVerdict: Arbitrary<Verdict> = record({
  header,
  selection,
  target: record({
    name: text,
    kind: constantFrom('emulator', 'sandbox', 'vendor', 'production', 'client', ''),
    baseUrl: text,
  }),
  contract: string({ unit: constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  halt: option(
    record({
      cause: constantFrom(...haltCauses),
      message: text,
    }),
    {
      nil: undefined,
      freq: 9,
    },
  ),
  exit: constantFrom(0, 1, 2, 3, 4, 5),
  cells: combinations,
  history: option(history, { nil: undefined, freq: 3 }),
  experiments: option(array(experiment, { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 4 }),
  requirements: uniqueArray(requirement, { selector: ({ id }) => id, maxLength: 12 }),
}).map(({ requirements, halt, experiments, history: followed, ...rest }) => ({
  version: 1,
  ...rest,
  ...(halt && { halt }),
  ...(experiments && { experiments }),
  ...(followed && { history: followed }),
  outcomes: countsOf(requirements),
  requirements: [...requirements].sort((a, b) => (a.id < b.id ? -1 : 1)),
}));
