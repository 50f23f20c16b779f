import { isLuhnValid } from '../../redaction/cardNumbers.ts';
import { idsNamed, readCatalogue } from '../../requirements/catalogue.ts';
import { isAddress, webAddress } from '../../system/webAddress.ts';
import { type FilePlace, itemsAt, leavesOf, pointerOf, textAt, valueAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { sampleKeyProblems } from './sampleKeys.ts';

type Check = (value: unknown) => FileProblem[];

/** Returns a problem for each item that has the same text as an earlier item. */
function repeated(value: unknown, places: readonly FilePlace[], words: Omit<FileProblem, 'place'>): FileProblem[] {
  const texts = places.map((place) => textAt(value, place));
  return places.flatMap((place, index) => {
    const isRepeated = texts[index] !== undefined && texts.indexOf(texts[index]) < index;
    return isRepeated ? [{ place, ...words }] : [];
  });
}

const labels: Check = (value) =>
  repeated(
    value,
    itemsAt(value, ['credentials']).map((place) => [...place, 'label']),
    {
      wanted: 'a unique label',
      seen: 'the label of another credential',
      hint: 'The journal identifies credentials by their labels.',
    },
  );

/** Returns the declared purpose of a credential. A credential with the label `main` and no purpose has the purpose main. */
const purposeAt = (value: unknown, place: FilePlace) => {
  const label = textAt(value, [...place, 'label']);
  return textAt(value, [...place, 'purpose']) ?? (label === 'main' ? label : undefined);
};

const mains: Check = (value) => {
  const places = itemsAt(value, ['credentials']);
  const isMain = (place: FilePlace) => purposeAt(value, place) === 'main';
  const wanted = 'one main credential';
  const labelAt = (place: FilePlace | undefined) => place && textAt(value, [...place, 'label']);
  const [first, ...others] = places.filter(isMain);
  // A credential with a duplicate label is already reported for its label.
  const more = others.filter((place) => labelAt(place) !== labelAt(first));
  const extra = { wanted, seen: 'another', hint: 'Set the purpose of the other credentials.' };
  const none = { wanted, seen: 'none', hint: 'Set purpose to main for the credential of the account under test.' };
  if (places.length > 0 && places.every((place) => purposeAt(value, place) !== undefined && !isMain(place)))
    return [{ place: ['credentials'], ...none }];
  return more.map((place) => ({ place, ...extra }));
};

const isDigits = (text: string | undefined): text is string => text !== undefined && /^\d{16}$/.test(text);

const cards: Check = (value) => {
  const places: FilePlace[] = [
    ['mockCards', 'failed'],
    ['mockCards', 'success'],
  ];
  const words = {
    wanted: 'a card number with a valid check digit (Luhn)',
    seen: 'an invalid check digit',
    hint: 'Copy the number again.',
  };
  const wrong = places.filter((place) => {
    const card = textAt(value, place);
    return isDigits(card) && !isLuhnValid(card);
  });
  const same = {
    wanted: 'two different cards',
    seen: 'the same card twice',
    hint: 'One card gives FAILED, the other SUCCESS.',
  };
  return [...wrong.map((place) => ({ place, ...words })), ...repeated(value, places, same)];
};

const gaps: Check = (value) => {
  const places = itemsAt(value, ['gaps']).map((place) => [...place, 'id']);
  const named = places.filter((place) => textAt(value, place));
  if (named.length === 0) return [];
  const { unknown } = idsNamed(
    named.map((place) => textAt(value, place) ?? ''),
    readCatalogue(),
  );
  const hint = 'Run assay list to see the ids. A gap must name an existing one.';
  const wanted = 'the id of a requirement or of a section, such as PAY-12 or PAY';
  return named
    .filter((place) => unknown.includes(textAt(value, place) ?? ''))
    .map((place) => ({ place, wanted, seen: 'an unknown name', hint }));
};

const contract: Check = (value) => {
  if (!isAddress(textAt(value, ['contract']) ?? '')) return [];
  const hint = 'Save the contract next to the target file, and name that file here.';
  return [{ place: ['contract'], wanted: 'a file', seen: 'an address', hint }];
};

/** The sandbox allowance per minute says nothing about another window. */
const sandboxWindow: Check = (value) => {
  const seconds = valueAt(value, ['quota', 'windowSeconds']);
  if (textAt(value, ['kind']) !== 'sandbox' || seconds === undefined || seconds === 60) return [];
  return ['postPerMinute', 'getPerMinute']
    .filter((name) => valueAt(value, ['quota', name]) === undefined)
    .map((name) => ({
      place: ['quota', name],
      wanted: 'the allowance of this sandbox, since its window is not a minute',
      seen: 'none',
      hint: 'Add it.',
    }));
};

/** A path segment that nobody can guess. */
const unguessable = /^[\w.~-]{16,}$/;

/** Anyone who knows the address of webhooks can send some. */
const publicPath: Check = (value) => {
  const place = ['webhook', 'publicUrl'];
  const url = webAddress(textAt(value, place) ?? '');
  if (!url || unguessable.test(url.pathname.replace(/\/$/, '').split('/').at(-1) ?? '')) return [];
  const wanted = 'an address whose path ends in at least 16 unguessable characters';
  const hint = 'Add a slash and the output of: openssl rand -hex 16';
  return [{ place, wanted, seen: 'a path without them', hint }];
};

/** The public address leads to this machine only through a port that is fixed in advance. */
const knownPort: Check = (value) => {
  const place = ['webhook', 'listen', 'port'];
  if (textAt(value, ['webhook', 'publicUrl']) === undefined || valueAt(value, place) !== undefined) return [];
  const hint = 'Write listen: { port: … } with the port of that address on this machine.';
  return [{ place, wanted: 'the port that the public address leads to', seen: 'none', hint }];
};

/** Webhooks configured at the target need an address. */
const publicUrl: Check = (value) => {
  if (valueAt(value, ['webhook', 'publicUrl']) !== undefined || itemsAt(value, ['webhook', 'kinds']).length === 0)
    return [];
  const hint = 'Write the address that you configured at the target, without the kind at its end.';
  return [{ place: ['webhook', 'publicUrl'], wanted: 'the address of these webhooks', seen: 'none', hint }];
};

interface Braces {
  may: readonly string[];
  must?: string;
}

/** The names that a path template may have in braces, and the name that it must have. */
const braces: Readonly<Record<string, Braces>> = {
  '/paths/checkout': { may: ['projectId', 'checkoutId'], must: 'checkoutId' },
  '/paths/request': { may: ['projectId', 'requestId'], must: 'requestId' },
  '/paths/h2hCard': { may: ['projectId', 'paymentId'] },
};

const pathHint = 'Write the path as the target documents it, without query or fragment.';
const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' and ');

function problemsOf(place: FilePlace, template: string): FileProblem[] {
  const { may, must }: Braces = braces[pointerOf(place)] ?? { may: ['projectId'] };
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const rest = template.replaceAll(/\{[^{}]*\}/g, '');
  if (/[?#{}]/.test(rest) || names.some((name) => !may.includes(name)))
    return [{ place, wanted: `a path with only ${braced(may)} in braces`, seen: 'another', hint: pathHint }];
  if (must !== undefined && !names.includes(must))
    return [{ place, wanted: `a path with ${braced([must])}`, seen: 'one without', hint: pathHint }];
  return [];
}

/** Returns the problems of the path templates: unknown names in braces, or a missing one. */
function templateProblems(value: unknown): FileProblem[] {
  return [...leavesOf(valueAt(value, ['paths']), ['paths'])].flatMap(({ place, leaf }) =>
    typeof leaf === 'string' && leaf.startsWith('/') ? problemsOf(place, leaf) : [],
  );
}

const checks: readonly Check[] = [
  labels,
  mains,
  cards,
  gaps,
  sampleKeyProblems,
  contract,
  sandboxWindow,
  templateProblems,
  publicUrl,
  publicPath,
  knownPort,
];

/** Returns the problems of a target file that a schema cannot express; wrong field types are left to the schema. */
export function ruleProblems(value: unknown): FileProblem[] {
  return checks.flatMap((check) => check(value));
}
