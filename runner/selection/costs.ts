import { join } from 'node:path';
import { packageFile } from '../../schemas/packageFiles.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { noOutlay, type Outlay } from './outlay.ts';

/**
 * The cost of some traffic on the embedded emulator, and the largest sums that its orders move. The sums assume that the target accepts every second use of an
 * id and every order of a race.
 */
export interface Cost extends Outlay {
  /** The number of requests that are not GETs, and the number of GETs. */
  posts: number;
  gets: number;
  /** Requests of accounts with a quota of their own. They use no quota of main, but not all of them are reads. */
  apart: number;
  /** Accepted and refused creations of payments; the final reads read each again. */
  made: number;
  refused: number;
  /** Created checkouts and requests; the final reads read each again. */
  acquired: number;
  /** The control requests that the traffic needs, by index in the list of controls; each is sent once in a run. */
  controls: readonly number[];
}

/** The additional cost of each combination in a list; a run tries only some of them. `turns` is the index of their rotation. */
export interface CombinationCosts {
  turns?: number;
  of: Readonly<Record<string, Cost>>;
}

/** The cost of one test: the part that it always sends, and the additional part of its combinations. */
export interface TestCost {
  base: Cost;
  cells: readonly CombinationCosts[];
}

/** The costs of a run on the embedded emulator, by test: the basis of a forecast. */
export interface Costs {
  probes: Readonly<Record<string, TestCost>>;
  controls: readonly Cost[];
  /** Rotations: lists of combinations that several tests share. */
  turns: readonly (readonly string[])[];
  /** The cost before the first test. */
  preflight: Cost;
  /** Duration of the whole run without waits for the quota, and of its part after the last test, s. */
  seconds: number;
  tailSeconds: number;
}

const ours = 'specs/costs.json';

/** The generated costs of the specs, next to the catalogue. */
export const costsFile = join(packageRoot, ours);

/** Returns all parts of the cost of a test with every combination. */
export const everyCost = ({ base, cells }: TestCost): Cost[] => [base, ...cells.flatMap(({ of }) => Object.values(of))];

/** No traffic at all. */
export const noCost: Cost = {
  posts: 0,
  gets: 0,
  apart: 0,
  made: 0,
  refused: 0,
  acquired: 0,
  ...noOutlay,
  controls: [],
};

const isCost = (value: unknown): value is object => value !== null && typeof value === 'object' && 'posts' in value;

const isSaid = (value: unknown) => (typeof value === 'number' ? value !== 0 : Object.keys(value ?? {}).length > 0);

/** Reads the costs of all tests; the file omits zero values. */
export function readCosts(): Costs {
  const withDefaults = (_: string, value: unknown) => (isCost(value) ? { ...noCost, ...value } : value);
  return JSON.parse(packageFile(ours), withDefaults) as Costs;
}

let read: Costs | undefined;

/** True for a test that sends only GETs, including its control requests. */
export function isFree(id: string): boolean {
  read ??= readCosts();
  const { controls, probes } = read;
  const { base, cells } = probes[id] ?? { base: { ...noCost, posts: 1 }, cells: [] };
  const posts = [base, ...base.controls.map((index) => controls[index] ?? noCost)].map(
    ({ posts: own, apart }) => own + apart,
  );
  return cells.length === 0 && posts.every((count) => count === 0);
}

/** Returns the costs as file text, with one line for each test and each control request. */
export function writeCosts(costs: Costs): string {
  const brief = (_: string, value: unknown) =>
    isCost(value)
      ? Object.fromEntries(Object.entries(value).filter(([name, part]) => name === 'posts' || isSaid(part)))
      : value;
  const { probes, controls, ...rest } = costs;
  const lines = (items: readonly string[]) => items.map((item) => `    ${item}`).join(',\n');
  const testLines = Object.entries(probes).map(([id, cost]) => `"${id}": ${JSON.stringify(cost, brief)}`);
  const controlLines = controls.map((cost) => JSON.stringify(cost, brief));
  const others = Object.entries(rest).map(([name, value]) => `  "${name}": ${JSON.stringify(value, brief)}`);
  return `{\n  "probes": {\n${lines(testLines)}\n  },\n  "controls": [\n${lines(controlLines)}\n  ],\n${others.join(',\n')}\n}\n`;
}
