import type { Clock } from '../domain/clock.ts';
import type { Quota } from '../domain/quota.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import { newInstance, type Service } from '../instance/instance.ts';
import type { Setup } from '../instance/setup.ts';
import { conformingRules, type Rules } from '../rules/index.ts';

/** The services of one process: the main one and, by name, every mutant, variant and mechanical mutant. */
export interface Instances {
  /** The main service. */
  readonly main: () => Service;
  /** Returns the service with a name; undefined for an unknown name. The first call with a name creates its service. */
  readonly named: (name: string) => Service | undefined;
}

/** The options of the services; the main one follows the conforming rules by default, and the quota applies to every instance. */
export interface InstancesOptions {
  readonly setup: Setup;
  readonly baseUrl: () => string;
  readonly rules?: Rules | undefined;
  readonly quota?: Quota | undefined;
  readonly clock?: Clock | undefined;
}

/** Creates the services of a process; each has its own instance, with the same accounts and projects. */
export function openInstances({ setup, baseUrl, rules: mainRules, clock, quota }: InstancesOptions): Instances {
  const services = new Map<string, Service>();
  const opened = (name: string, path: string, rules: Rules): Service => {
    const { seed, accounts } = setup;
    const known = services.get(path);
    if (known) return known;
    const instanceSetup = {
      seed: `${seed}${path}`,
      baseUrl: `${baseUrl()}${path}`,
      accounts,
      quota,
      ...(clock && { clock }),
    };
    const service = { name, rules, instance: newInstance(instanceSetup, rules) };
    services.set(path, service);
    return service;
  };
  return {
    main: () => opened('main', '', mainRules ?? conformingRules),
    named: (name) => {
      const known = services.get(`/~${name}`);
      if (known) return known;
      const rules = rulesNamed(name);
      return rules && opened(name, `/~${name}`, rules);
    },
  };
}
