import type { Flaw } from './flaw.ts';
import { leavesOf, type Place, pointerOf, valueAt } from './place.ts';

interface Braces {
  may: readonly string[];
  must?: string;
}

/** Which names may stand in braces in a path template, and which one must. */
const braces: Readonly<Record<string, Braces>> = {
  '/paths/checkout': { may: ['projectId', 'checkoutId'], must: 'checkoutId' },
  '/paths/request': { may: ['projectId', 'requestId'], must: 'requestId' },
  '/paths/h2hCard': { may: ['projectId', 'paymentId'] },
};

const hint = 'Write the path as the target documents it, without query or fragment.';
const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' and ');

function flawOf(place: Place, template: string): Flaw[] {
  const { may, must }: Braces = braces[pointerOf(place)] ?? { may: ['projectId'] };
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const rest = template.replaceAll(/\{[^{}]*\}/g, '');
  if (/[?#{}]/.test(rest) || names.some((name) => !may.includes(name)))
    return [{ place, wanted: `a path with nothing but ${braced(may)} in braces`, seen: 'another', hint }];
  if (must !== undefined && !names.includes(must))
    return [{ place, wanted: `a path with ${braced([must])}`, seen: 'one without', hint }];
  return [];
}

/** What is wrong with the path templates of a target file: names in braces that nobody fills in, or one that is missing. */
export function templateFlaws(value: unknown): Flaw[] {
  return [...leavesOf(valueAt(value, ['paths']), ['paths'])].flatMap(({ place, leaf }) =>
    typeof leaf === 'string' && leaf.startsWith('/') ? flawOf(place, leaf) : [],
  );
}
