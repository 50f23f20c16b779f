import { isLuhnValid } from '../../redaction/cardNumbers.ts';
import { idsNamed, readCatalogue } from '../../requirements/catalogue.ts';
import { isAddress, webAddress } from '../../system/webAddress.ts';
import { type FilePlace, itemsAt, leavesOf, pointerOf, textAt, valueAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';

type Check = (value: unknown) => FileProblem[];

/** Flaws of each item whose text at a place repeats that of an earlier one. */
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
    { wanted: 'a label of its own', seen: 'that of another credential', hint: 'The journal tells credentials by it.' },
  );

/** What a credential is declared to be for; the label main is a declaration, too. */
const purposeAt = (value: unknown, place: FilePlace) => {
  const label = textAt(value, [...place, 'label']);
  return textAt(value, [...place, 'purpose']) ?? (label === 'main' ? label : undefined);
};

const mains: Check = (value) => {
  const places = itemsAt(value, ['credentials']);
  const isMain = (place: FilePlace) => purposeAt(value, place) === 'main';
  const wanted = 'one credential for main';
  const labelAt = (place: FilePlace | undefined) => place && textAt(value, [...place, 'label']);
  const [first, ...others] = places.filter(isMain);
  // A label that is there twice is told as such.
  const more = others.filter((place) => labelAt(place) !== labelAt(first));
  const extra = { wanted, seen: 'another', hint: 'Say with purpose what the others are for.' };
  const none = { wanted, seen: 'none', hint: 'Say with purpose which one is the account under test.' };
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
  const words = { wanted: 'a card whose last digit checks (Luhn)', seen: 'one whose does not', hint: 'Copy it again.' };
  const wrong = places.filter((place) => {
    const card = textAt(value, place);
    return isDigits(card) && !isLuhnValid(card);
  });
  const same = { wanted: 'two different cards', seen: 'one card twice', hint: 'One yields FAILED, the other SUCCESS.' };
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
  const hint = 'See assay list; a gap that excuses nothing is a mistake.';
  const wanted = 'the id of a requirement or of a section, such as PAY-12 or PAY';
  return named
    .filter((place) => unknown.includes(textAt(value, place) ?? ''))
    .map((place) => ({ place, wanted, seen: 'a name that no requirement has', hint }));
};

const contract: Check = (value) => {
  if (!isAddress(textAt(value, ['contract']) ?? '')) return [];
  const hint = 'Save the contract beside the target file, and name it here.';
  return [{ place: ['contract'], wanted: 'a file', seen: 'an address', hint }];
};

/** What a sandbox allows in a minute says nothing of another window. */
const sandboxWindow: Check = (value) => {
  const seconds = valueAt(value, ['quota', 'windowSeconds']);
  if (textAt(value, ['kind']) !== 'sandbox' || seconds === undefined || seconds === 60) return [];
  return ['postPerMinute', 'getPerMinute']
    .filter((name) => valueAt(value, ['quota', name]) === undefined)
    .map((name) => ({
      place: ['quota', name],
      wanted: 'the allowance of a sandbox whose window is not a minute',
      seen: 'none',
      hint: 'Add it.',
    }));
};

/** A part of a path that nobody can guess. */
const unguessable = /^[\w.~-]{16,}$/;

/** Whoever knows where webhooks are sent can send some. */
const publicPath: Check = (value) => {
  const place = ['webhook', 'publicUrl'];
  const url = webAddress(textAt(value, place) ?? '');
  if (!url || unguessable.test(url.pathname.replace(/\/$/, '').split('/').at(-1) ?? '')) return [];
  const wanted = 'an address whose path ends in at least 16 characters that nobody can guess';
  const hint = 'Add what this prints, after a slash: openssl rand -hex 16';
  return [{ place, wanted, seen: 'one whose path does not', hint }];
};

/** An address of this machine leads here only by a port that is known beforehand. */
const knownPort: Check = (value) => {
  const place = ['webhook', 'listen', 'port'];
  if (textAt(value, ['webhook', 'publicUrl']) === undefined || valueAt(value, place) !== undefined) return [];
  const hint = 'Write listen: { port: … }, to which that address leads.';
  return [{ place, wanted: 'the port that the public address leads to', seen: 'none', hint }];
};

/** What was configured at the target was configured to an address. */
const publicUrl: Check = (value) => {
  if (valueAt(value, ['webhook', 'publicUrl']) !== undefined || itemsAt(value, ['webhook', 'kinds']).length === 0)
    return [];
  const hint = 'Write the address that you have configured there, without the kind at its end.';
  return [{ place: ['webhook', 'publicUrl'], wanted: 'where these kinds are sent', seen: 'none', hint }];
};

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

const pathHint = 'Write the path as the target documents it, without query or fragment.';
const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' and ');

function flawOf(place: FilePlace, template: string): FileProblem[] {
  const { may, must }: Braces = braces[pointerOf(place)] ?? { may: ['projectId'] };
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const rest = template.replaceAll(/\{[^{}]*\}/g, '');
  if (/[?#{}]/.test(rest) || names.some((name) => !may.includes(name)))
    return [{ place, wanted: `a path with nothing but ${braced(may)} in braces`, seen: 'another', hint: pathHint }];
  if (must !== undefined && !names.includes(must))
    return [{ place, wanted: `a path with ${braced([must])}`, seen: 'one without', hint: pathHint }];
  return [];
}

/** What is wrong with the path templates of a target file: names in braces that nobody fills in, or one that is missing. */
function templateProblems(value: unknown): FileProblem[] {
  return [...leavesOf(valueAt(value, ['paths']), ['paths'])].flatMap(({ place, leaf }) =>
    typeof leaf === 'string' && leaf.startsWith('/') ? flawOf(place, leaf) : [],
  );
}

const checks: readonly Check[] = [
  labels,
  mains,
  cards,
  gaps,
  contract,
  sandboxWindow,
  templateProblems,
  publicUrl,
  publicPath,
  knownPort,
];

/** What is wrong with a target file that no schema can say; fields of the wrong type are left to the schema. */
export function ruleProblems(value: unknown): FileProblem[] {
  return checks.flatMap((check) => check(value));
}
