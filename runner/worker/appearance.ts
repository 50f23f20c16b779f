import { idInTurn, isShortTurn } from '../../generators/texts/ids.ts';
import { fillingFor, type IdSource, numberFor, ownId, plainId, shortId } from '../../traffic/journal/ownIds.ts';
import type { Run } from '../../traffic/journal/run.ts';
import { ownHost, plainComment, plainHost, plainTexts, type Samples } from './plainTexts.ts';

/** What the requests of a run look like, so that a target cannot know the suite by them; or the opposite, where an operator wants to recognise it. */
export interface Appearance {
  /** Returns the `nth` clientOrderId of a worker. */
  key(worker: string, nth: number): string;
  /** Returns three to six characters or a number in place of some ids, and the others as they are: for records whose ids need not be unique. */
  tiny(id: string): string;
  /** Returns three characters in place of a name that may be used again in later runs, others for each `nth` up to 26. */
  shortName(name: string, nth: number): string;
  /** Returns the name of a thing of the run, the same in each of its workers; an ending distinguishes several. */
  named(ending: string): string;
  /** Returns the text of a JSON body, or a path, with everything replaced that would be the same in each run. */
  dressed(text: string): string;
  /** Returns the comment of a payment. */
  comment(text: string): string;
}

/** What a target file says about the appearance of requests. */
interface AppearanceOptions {
  facts?: { recognisable?: boolean };
  samples?: Samples;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const consonants = 'bcdfghklmnprstvz';
const vowels = 'aeiou';
const endings = ['.com', '.net', '.org', '.biz', '.shop', '.store'];

/** Words of texts that people read, and other words of the same length, so that lengths stay what a test made them. */
const synonyms: readonly (readonly string[])[] = [
  ['Tea', 'Jam', 'Mug', 'Pen', 'Cup', 'Hat', 'Oil', 'Pot'],
  ['tea', 'jam', 'mug', 'pen', 'cup', 'hat', 'oil', 'pot'],
  ['milk', 'rice', 'salt', 'soap', 'wool', 'silk', 'corn', 'figs'],
  ['order', 'parts', 'boxes', 'goods', 'items', 'books', 'shoes', 'tools'],
  ['goods', 'wares', 'lamps', 'cards', 'books', 'seeds', 'tiles', 'ropes'],
  ['services', 'supplies', 'textiles', 'machines', 'licences', 'concerts', 'journeys', 'software'],
  ['box', 'bag', 'can', 'jar', 'tin', 'set', 'lot', 'kit'],
  ['line', 'page', 'word', 'card', 'copy', 'note', 'bill', 'list'],
  ['delivered', 'collected', 'forwarded', 'assembled', 'inspected', 'furnished', 'exchanged', 'unwrapped'],
  ['thirty', 'twenty', 'eighty', 'eleven', 'twelve', 'ninety', 'dozens', 'plenty'],
  ['Straße', 'Größen', 'Mützen', 'Blüten', 'Gefäße', 'Hölzer', 'Möhren', 'Knöpfe'],
  ['Zoë', 'Noé', 'Léa', 'Eló', 'Inò', 'Uwë', 'Aña', 'Ivó'],
  ['Киев', 'Рига', 'Омск', 'Баку', 'Сочи', 'Тула', 'Орёл', 'Ялта'],
  ['漢字', '茶葉', '時計', '書籍', '雑貨', '玩具', '家具', '食品'],
  ['🍵', '🎁', '📦', '🧺', '🪴', '🧦', '📚', '🎫'],
  ['shop', 'mart', 'deli', 'mall', 'club', 'cafe', 'farm', 'barn'],
  ['orders', 'basket', 'record', 'wallet', 'rental', 'invoke', 'ledger', 'portal'],
  ['return', 'thanks', 'finish', 'status', 'landed', 'result', 'closed', 'ending'],
  ['Return', 'Thanks', 'Finish', 'Status', 'Landed', 'Result', 'Closed', 'Ending'],
  ['step', 'path', 'part', 'node', 'item', 'menu', 'tree', 'leaf'],
];

/** The fields whose texts people read; what stands in other fields means something to the target. */
const readable = /"(name|comment|returnUrl)":"((?:[^"\\]|\\.)*)"/g;

/** Names that no target knows; each run has others. Only whole words: an id that chance draws may contain three equal letters. */
const unknownNames =
  /(?<![A-Za-z0-9])(?:NO_SUCH_\w+|NOCHAIN|QQQ(?:ZZZ)?|CARRIER_PIGEON|BARTER|noSuchField|sideways|no-such-integration|ANNA BERG)(?![A-Za-z0-9])/g;

const commonHost = 'merchant.example.com';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Everything that a run replaces, drawn once. */
interface Wardrobe {
  host: string;
  mailDomain: string;
  words: ReadonlyMap<string, string>;
  alphabet: string;
}

/** Returns a word that can be spoken and that nobody is likely to have registered. */
const pseudoWord = (seed: string, length: number) =>
  Array.from({ length }, (_, at) => {
    const from = at % 2 === 0 ? consonants : vowels;
    return from[numberFor(`${seed} letter ${at}`, from.length)];
  }).join('');

/** Returns letters in an order that a seed draws. */
const shuffled = (text: string, seed: string) =>
  [...text].toSorted((a, b) => numberFor(`${seed} ${a}`, 2 ** 31) - numberFor(`${seed} ${b}`, 2 ** 31)).join('');

function wardrobeOf(seed: number): Wardrobe {
  const ending = endings[numberFor(`${seed} top level`, endings.length)] ?? '.com';
  const front = ['shop.', 'www.', 'pay.', 'my.', 'store.', ''][numberFor(`${seed} front`, 6)] ?? '';
  const domain = pseudoWord(`${seed} domain`, commonHost.length - front.length - ending.length) + ending;
  const words = synonyms.map(
    (all, nth) => [all[0] ?? '', all[numberFor(`${seed} word ${nth}`, all.length)] ?? ''] as const,
  );
  return { host: front + domain, mailDomain: domain, words: new Map(words), alphabet: shuffled(letters, `${seed}`) };
}

/** Returns a text with each letter replaced by another one, so that texts which differ still differ, also if only in letter case. */
const ciphered = (text: string, alphabet: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const other = alphabet[letters.indexOf(letter.toLowerCase())] ?? letter;
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });

/** Returns what replaces everything in a text that would be the same in each run. */
function replacerOf({
  host,
  mailDomain,
  words,
  alphabet,
  payer,
  named,
}: Wardrobe & { payer: string; named: Appearance['named'] }): Appearance['dressed'] {
  const word = new RegExp(`(?<![A-Za-z])(?:${[...words.keys()].map(escaped).join('|')})(?![A-Za-z])`, 'gu');
  const replaced = (text: string) => text.replace(word, (one) => words.get(one) ?? one);
  const mail = new RegExp(`(?:payer)?@${escaped('example.com')}`, 'g');
  return (text) =>
    text
      .replace(readable, (_, field: string, value: string) => `"${field}":"${replaced(value)}"`)
      .replaceAll(commonHost, host)
      .replace(mail, (one) => `${one.startsWith('payer') ? payer : ''}@${mailDomain}`)
      .replace(/assay(-[a-z]+)/g, (_, ending: string) => named(ending))
      .replace(unknownNames, (one) => ciphered(one, alphabet));
}

/** One in this many ids of checkouts and requests is tiny; half as many are numbers. */
const tinyOneIn = 5;

/** Forms of digits alone: with leading zeros, as printed on a form, and longer than a number of a common program is exact. */
const digitForms = [
  (drawn: number) => String(drawn % 1_000_000).padStart(8, '0'),
  (drawn: number) => `9007199${String(drawn).padStart(13, '0')}`,
] as const;

/** Returns three to six letters and digits, or digits alone, in place of some ids, as of a shop that numbers its orders. */
function tinyOf(id: string): string {
  const drawn = numberFor(`length of ${id}`, 4 * tinyOneIn);
  const inDigits = digitForms[drawn - 4];
  if (inDigits) return inDigits(numberFor(`digits ${id}`, 2 ** 31));
  if (drawn >= 4) return id;
  return numberFor(`tiny ${id}`, 36 ** 6)
    .toString(36)
    .padStart(6, '0')
    .slice(-3 - drawn);
}

/** Returns the appearance of a run whose requests nothing distinguishes from a merchant's: drawn by the key of the run and by its seed. */
function unmarked({ id, seed, idKey }: Run): Appearance {
  const source: IdSource = { key: idKey, seed };
  const { host, mailDomain, words, alphabet } = wardrobeOf(seed);
  const own = ownId(source, `${id} name`);
  const short = shortId(source, { run: id, worker: 'names', nth: 0 });
  const payer = pseudoWord(`${seed} payer`, 5);
  // Names whose endings begin alike are alike in all but their ends: those of one such kind are long, and those of another short.
  const beginningOf = (ending: string) =>
    ending
      .replace(/[^a-z]/gi, '')
      .slice(0, 4)
      .toLowerCase();
  const isShort = (ending: string) => numberFor(`${seed} length of ${beginningOf(ending)}`, 2) === 0;
  const named = (ending: string) => (isShort(ending) ? short : own) + ciphered(ending, alphabet);
  const replaced = replacerOf({ host, mailDomain, words, alphabet, payer, named });
  return {
    key: (worker, nth) => {
      const name = `${id} ${worker} ${nth}`;
      const turn = nth + numberFor(`${seed} lengths`, 40);
      if (isShortTurn(turn)) return shortId(source, { run: id, worker, nth });
      const loose = numberFor(`${idKey} ${nth} loose`, 16);
      // One filling for the whole run: ids that agree in all but their end are told apart only by whoever reads them whole.
      return idInTurn(ownId(source, name), turn, { filling: fillingFor(idKey, id), loose });
    },
    tiny: tinyOf,
    shortName: (_, nth) =>
      (letters[nth % letters.length] ?? '') +
      numberFor(`${idKey} ${id} brief`, 36 ** 2)
        .toString(36)
        .padStart(2, '0'),
    named,
    dressed: replaced,
    comment: (text) => text,
  };
}

/** Returns the appearance of a run that is to pass for any merchant: ids of the most common form, common names, and the operator's own words where he gave some. */
function discreet({ id, seed, idKey }: Run, samples: Samples): Appearance {
  const source: IdSource = { key: idKey, seed };
  const { words, alphabet } = wardrobeOf(seed);
  const host = ownHost(samples) ?? plainHost(idKey);
  const mailDomain = host.replace(/^(?:www|shop|pay|my)\./, '');
  // An id in capitals belongs to the same name, so that names which differ in letter case still do.
  const named = (ending: string) => {
    const own = plainId(source, `${id} ${ending.toLowerCase()}`);
    return ending === ending.toLowerCase() ? own : own.toUpperCase();
  };
  const replaced = replacerOf({ host, mailDomain, words, alphabet, payer: 'info', named });
  const plain = plainTexts(idKey, samples);
  return {
    key: (worker, nth) => plainId(source, `${id} ${worker} ${nth}`),
    tiny: (one) => one,
    shortName: (name) => name,
    named,
    dressed: (text) => plain(replaced(text)),
    comment: (text) => plainComment(`${idKey} ${text}`),
  };
}

/** The longest comment that stays as it is, so that there are short ones too. */
const shortComment = 12;

/** Returns the appearance of a run that its operator wants to recognise: each id begins with that of the run, and texts name the suite. */
const marked = ({ id }: Run): Appearance => ({
  key: (worker, nth) => idInTurn(`${id}-${worker}-${nth}`, nth),
  tiny: (one) => one,
  shortName: (name) => name,
  named: (ending) => id + ending,
  dressed: (text) => text,
  comment: (text) => (text.length > shortComment ? `conformance ${id}: ${text}` : text),
});

/** Returns the appearance of a run. A target file asks for marks with `recognisable`, and gives values of the operator's own in its samples. */
export function appearanceOf(run: Run, { facts, samples = {} }: AppearanceOptions = {}): Appearance {
  if (facts?.recognisable) return marked(run);
  return run.isDiscreet ? discreet(run, samples) : unmarked(run);
}
