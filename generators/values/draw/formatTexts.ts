import type { Random } from 'fast-check';
import { byIdFormat, type FormatName } from '../../../schemas/domain/formats.ts';
import { below, onceIn, pick, textOf } from './chance.ts';
import { plainCharacters } from './characters.ts';

/** Draws a text of a format. */
type Draw = (random: Random) => string;

const hex = [...'0123456789abcdef'];
const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const small = [...'abcdefghijklmnopqrstuvwxyz'];
const base64 = [...plainCharacters, '+', '/'];

const between = (random: Random, least: number, most: number) => random.nextInt(least, most);
const digits = (value: number, length: number) => String(value).padStart(length, '0');
const word: Draw = (random) => textOf(random, small, between(random, 1, 8));
const repeat = (random: Random, draw: Draw, times: number) => Array.from({ length: times }, () => draw(random));

const uuid: Draw = (random) => [8, 4, 4, 4, 12].map((length) => textOf(random, hex, length)).join('-');
const prefixed =
  (prefix: string): Draw =>
  (random) =>
    `${prefix}-${uuid(random)}`;

const date: Draw = (random) =>
  [digits(between(random, 1, 9999), 4), digits(between(random, 1, 12), 2), digits(between(random, 1, 28), 2)].join('-');

const clock: Draw = (random) => [23, 59, 59].map((most) => digits(between(random, 0, most), 2)).join(':');

const fraction: Draw = (random) =>
  onceIn(random, 2) ? '' : `.${textOf(random, [...'0123456789'], between(random, 1, 9))}`;

const zone: Draw = (random) =>
  onceIn(random, 2)
    ? 'Z'
    : `${pick(random, ['+', '-'])}${digits(between(random, 0, 14), 2)}:${pick(random, ['00', '30'])}`;

const time: Draw = (random) => `${clock(random)}${fraction(random)}${zone(random)}`;

const hostname: Draw = (random) => [...repeat(random, word, between(random, 1, 3)), 'example'].join('.');

const email: Draw = (random) => `${repeat(random, word, between(random, 1, 2)).join('.')}@${hostname(random)}`;

const path: Draw = (random) => repeat(random, (one) => `/${word(one)}`, below(random, 4)).join('');

const uri: Draw = (random) => {
  const query = onceIn(random, 3) ? `?${word(random)}=${word(random)}` : '';
  return `${pick(random, ['https', 'http'])}://${hostname(random)}${path(random)}${query}`;
};

const ipv4: Draw = (random) => repeat(random, (one) => String(below(one, 256)), 4).join('.');

const ipv6: Draw = (random) =>
  onceIn(random, 4)
    ? `${textOf(random, hex, 4)}::${textOf(random, hex, 2)}`
    : repeat(random, (one) => textOf(one, hex, between(one, 1, 4)), 8).join(':');

const units = (random: Random, letters: string) =>
  [...letters].map((letter) => `${below(random, 30)}${letter}`).join('');

const duration: Draw = (random) =>
  pick(random, [
    () => `P${between(random, 1, 52)}W`,
    () => `P${units(random, 'YMD')}`,
    () => `PT${units(random, 'HMS')}`,
    () => `P${units(random, 'D')}T${units(random, 'H')}`,
  ])();

const byte: Draw = (random) =>
  `${textOf(random, base64, 4 * between(random, 1, 6))}${pick(random, ['', 'QQ==', 'QUI='])}`;

const pointer: Draw = (random) =>
  repeat(random, (one) => `/${pick(one, [word(one), '~0', '~1', '', '0'])}`, below(random, 4)).join('');

const template: Draw = (random) => `/${word(random)}/{${word(random)}}${pick(random, ['', '{?page,size}', '{+rest}'])}`;

const expression: Draw = (random) =>
  pick(random, ['^[a-z]+$', '\\d{2,4}', 'a|b', '(x)?y*', '[^/]+\\.json', word(random)]);

const asset: Draw = (random) => `${textOf(random, capitals, between(random, 2, 8))}_${textOf(random, capitals, 4)}`;

const instant: Draw = (random) => `${date(random)}T${clock(random)}${fraction(random)}Z`;

const choices: Draw = (random) =>
  JSON.stringify({ description: word(random), values: [{ value: word(random), name: word(random) }] });

const ours: Readonly<Record<FormatName, Draw>> = {
  ...byIdFormat(prefixed),
  'asset-id': asset,
  'utc-instant': instant,
  'absolute-url': uri,
  'choices-json': choices,
};

/** Draws texts of the known formats. A format that the judge does not know allows any text; a text of its kind is drawn nevertheless. */
export const formatTexts: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ...Object.entries(ours),
  ['date-time', (random) => `${date(random)}T${time(random)}`],
  ['date', date],
  ['time', time],
  ['iso-date-time', (random) => `${date(random)}T${clock(random)}`],
  ['iso-time', clock],
  ['duration', duration],
  ['email', email],
  ['idn-email', (random) => (onceIn(random, 2) ? email(random) : `${word(random)}@bücher.example`)],
  ['hostname', hostname],
  ['idn-hostname', (random) => (onceIn(random, 2) ? hostname(random) : 'bücher.example')],
  ['ipv4', ipv4],
  ['ipv6', ipv6],
  ['uri', uri],
  ['url', (random) => `https://${hostname(random)}/${word(random)}`],
  ['uri-reference', (random) => (onceIn(random, 2) ? uri(random) : `${path(random)}#${word(random)}`)],
  ['iri', (random) => `${uri(random)}${onceIn(random, 2) ? '#é' : ''}`],
  ['iri-reference', path],
  ['uuid', uuid],
  ['json-pointer', pointer],
  ['json-pointer-uri-fragment', (random) => `#${pointer(random)}`],
  ['relative-json-pointer', (random) => `${below(random, 4)}${pointer(random)}`],
  ['regex', expression],
  ['uri-template', template],
  ['byte', byte],
  ['base64', byte],
]);
