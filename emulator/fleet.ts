import type { Mutant } from './broken.ts';
import type { Clock } from './clock.ts';
import type { JsonRecord } from './json.ts';
import { mechanicals } from './mechanical.ts';
import { huntedMutants, mutants } from './mutants.ts';
import type { Quota } from './quota.ts';
import { type Rules, soundRules } from './rules.ts';
import type { Service } from './service.ts';
import type { Setup } from './setup.ts';
import { variants } from './variants.ts';
import { newWorld } from './world.ts';

/** The services of one process: the main one and, by name, every mutant, variant and mechanical mutant. */
export interface Fleet {
  /** The main service. */
  readonly main: () => Service;
  /** The service of a name, made when it is first asked for; undefined for an unknown name. */
  readonly named: (name: string) => Service | undefined;
}

/** What a fleet is opened with; the main service follows the sound rules when none are given, every world has the quota. */
export interface FleetOptions {
  readonly setup: Setup;
  readonly baseUrl: () => string;
  readonly rules?: Rules | undefined;
  readonly quota?: Quota | undefined;
  readonly clock?: Clock | undefined;
}

const overrides: ReadonlyMap<string, Partial<Rules>> = new Map(
  [...mutants, ...huntedMutants, ...variants, ...mechanicals].map(({ name, rules }) => [name, rules]),
);

/** So many may be joined in one world. */
const MOST_JOINED = 8;

/** The rules of a mutant, a variant or a mechanical mutant, or of several of them, joined by `+`; undefined for an unknown name. */
export function rulesNamed(name: string): Rules | undefined {
  const changed = name.split('+', MOST_JOINED + 1).map((one) => overrides.get(one));
  if (changed.length > MOST_JOINED || changed.includes(undefined)) return undefined;
  return Object.assign({}, soundRules, ...changed) as Rules;
}

/** Opens a fleet; each service has a world of its own, with the same accounts and projects. */
export function openFleet({ setup, baseUrl, rules: mainRules, clock, quota }: FleetOptions): Fleet {
  const services = new Map<string, Service>();
  const opened = (name: string, path: string, rules: Rules): Service => {
    const { seed, accounts } = setup;
    const known = services.get(path);
    if (known) return known;
    const worldSetup = {
      seed: `${seed}${path}`,
      baseUrl: `${baseUrl()}${path}`,
      accounts,
      quota,
      ...(clock && { clock }),
    };
    const service = { name, rules, world: newWorld(worldSetup, rules) };
    services.set(path, service);
    return service;
  };
  return {
    main: () => opened('main', '', mainRules ?? soundRules),
    named: (name) => {
      const known = services.get(`/~${name}`);
      if (known) return known;
      const rules = rulesNamed(name);
      return rules && opened(name, `/~${name}`, rules);
    },
  };
}

const listed = (kind: string, all: readonly Mutant[]): JsonRecord[] =>
  all.map(({ name, breaks, level, because, rules }) => ({
    name,
    kind,
    breaks,
    level,
    because,
    overrides: Object.keys(rules),
  }));

/** All names with their kind and what they break or use. */
export const fleetList = (): JsonRecord[] => [
  ...listed('mutant', mutants),
  ...listed('hunted', huntedMutants),
  ...variants.map(({ name, because, warns, rules }) => ({
    name,
    kind: 'variant',
    because,
    warns,
    overrides: Object.keys(rules),
  })),
  ...mechanicals.map(({ name, rule, because }) => ({ name, kind: 'mechanical', rule, because })),
];
