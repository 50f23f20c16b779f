import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { noOutlay, type Outlay } from './outlay.ts';

/** What some traffic cost on the embedded emulator, and what its orders move at the most: second uses of an id and races as if all were made. */
export interface Cost extends Outlay {
  /** Requests that are no GET, and those that are. */
  posts: number;
  gets: number;
  /** Requests as accounts with a quota of their own: they take nothing from main's, but are no reads. */
  apart: number;
  /** Creations of payments that were accepted, and that were refused: the sweep looks at each again. */
  made: number;
  refused: number;
  /** Checkouts and requests that were made: the sweep reads each again. */
  acquired: number;
  /** The sound twins that it rests on, by their place in the list of them: each is sent once in a run. */
  controls: readonly number[];
}

/** What each of some cells adds, of which a run takes some; `turns` is the place of the list among which they take their turn. */
export interface CombinationCosts {
  turns?: number;
  of: Readonly<Record<string, Cost>>;
}

/** What one probe costs: what it always sends, and what its cells add. */
export interface TestCost {
  base: Cost;
  cells: readonly CombinationCosts[];
}

/** What a run on the embedded emulator cost, by probe: what a forecast is made from. */
export interface Costs {
  probes: Readonly<Record<string, TestCost>>;
  controls: readonly Cost[];
  /** Lists of cells that several probes have some of. */
  turns: readonly (readonly string[])[];
  /** Before the first probe. */
  preflight: Cost;
  /** Time of the whole run without any wait for a quota, and of its part after the last probe, s. */
  seconds: number;
  tailSeconds: number;
}

/** The generated costs of the specs, beside the catalogue. */
export const costsFile = join(packageRoot, 'specs/costs.json');

/** All parts of what a probe costs with every cell. */
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

/** Reads the costs of all probes; the file leaves out what is nothing. */
export function readCosts(): Costs {
  const whole = (_: string, value: unknown) => (isCost(value) ? { ...noCost, ...value } : value);
  return JSON.parse(readFileSync(costsFile, 'utf8'), whole) as Costs;
}

let read: Costs | undefined;

/** True for a probe that sends nothing but GETs, nor rests on anything else. */
export function isFree(id: string): boolean {
  read ??= readCosts();
  const { controls, probes } = read;
  const { base, cells } = probes[id] ?? { base: { ...noCost, posts: 1 }, cells: [] };
  const posts = [base, ...base.controls.map((index) => controls[index] ?? noCost)].map(
    ({ posts: own, apart }) => own + apart,
  );
  return cells.length === 0 && posts.every((count) => count === 0);
}

/** The costs as the file holds them, a line for each probe and each sound twin. */
export function writeCosts(costs: Costs): string {
  const brief = (_: string, value: unknown) =>
    isCost(value)
      ? Object.fromEntries(Object.entries(value).filter(([name, part]) => name === 'posts' || isSaid(part)))
      : value;
  const { probes, controls, ...rest } = costs;
  const lines = (items: readonly string[]) => items.map((item) => `    ${item}`).join(',\n');
  const told = Object.entries(probes).map(([id, cost]) => `"${id}": ${JSON.stringify(cost, brief)}`);
  const twins = controls.map((cost) => JSON.stringify(cost, brief));
  const others = Object.entries(rest).map(([name, value]) => `  "${name}": ${JSON.stringify(value, brief)}`);
  return `{\n  "probes": {\n${lines(told)}\n  },\n  "controls": [\n${lines(twins)}\n  ],\n${others.join(',\n')}\n}\n`;
}
