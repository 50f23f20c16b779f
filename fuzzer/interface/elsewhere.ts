import { methodName } from '../../harness/methods.ts';
import type { FuzzCase } from '../case.ts';
import type { Known } from './known.ts';

/** What a target calls its own projects, methods, accounts and mock cards, by what they are. */
function ownNames({ projects, methods, accounts, mockCards, cards }: Known): ReadonlyMap<string, string> {
  const alike = methods.map((method, at) => {
    const name = methodName(method);
    return [`${name} ${methods.slice(0, at).filter((one) => methodName(one) === name).length}`, method.id] as const;
  });
  return new Map([
    ...alike,
    ...projects.map(({ id }, at) => [`project ${at}`, id] as const),
    ...Object.entries(accounts).map(([purpose, label]) => [`account ${purpose}`, label] as const),
    ...Object.entries(mockCards ?? {}).map(([fate, card]) => [`card ${fate}`, card] as const),
    ...cards.map((card, at) => [`card ${at}`, card] as const),
  ]);
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * A case of one target as it is sent to another, whose lists name the same things otherwise: ids of projects and of methods, accounts, cards.
 * Undefined where the other has nothing that a name of the case could stand for.
 */
export function elsewhere(one: FuzzCase, here: Known, there: Known): FuzzCase | undefined {
  const others = ownNames(there);
  const names = new Map([...ownNames(here)].map(([what, name]) => [name, others.get(what)]));
  const text = JSON.stringify(one);
  const said = [...names.keys()].filter((name) => name !== '' && text.includes(name));
  if (said.length === 0) return one;
  if (said.some((name) => names.get(name) === undefined)) return undefined;
  const pattern = new RegExp(
    said
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'g',
  );
  return JSON.parse(text.replaceAll(pattern, (name) => names.get(name) ?? name)) as FuzzCase;
}
