import { idInTurn } from '../../generators/texts/ids.ts';
import { fillingFor, type IdSource, numberFor, ownId } from '../../traffic/journal/ownIds.ts';
import type { Run } from '../../traffic/journal/run.ts';

/** What the requests of a run look like, so that a target cannot know the suite by them; or the opposite, where an operator wants to recognise it. */
export interface Appearance {
  /** Returns the `nth` clientOrderId of a worker. */
  key(worker: string, nth: number): string;
  /** Returns the name of a thing of the run, the same in each of its workers; an ending distinguishes several. */
  named(ending: string): string;
  /** Returns the text of a JSON body, or a path, with everything replaced that would be the same in each run. */
  dressed(text: string): string;
  /** Returns the comment of a payment. */
  comment(text: string): string;
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

/** Names that no target knows; each run has others. */
const unknownNames =
  /NO_SUCH_\w+|NOCHAIN|QQQ(?:ZZZ)?|CARRIER_PIGEON|BARTER|noSuchField|sideways|no-such-integration|ANNA BERG/g;

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

/** The fields that name people. */
const people = /"(firstName|lastName|cardholder|cardHolder|receiverName)":"([A-Za-z ]+)"/g;
const nothing = /(?!)/g;

const onsets = ' b br d f g gr h j k kl l m n p r s st t tr v w z'.split(' ');
const nuclei = 'a e i o u a e i o ei ie au y'.split(' ');
const codas = '   n r l s t ck nd rt m'.split(' ');

/** Returns a name that nobody listed: syllables as most European names have them. */
function otherName(name: string, key: string): string {
  return name.replace(/[a-z]+/gi, (word) => {
    const of = `${key} ${word.toLowerCase()}`;
    const part = (kind: string, all: readonly string[]) => all[numberFor(`${of} ${kind}`, all.length)] ?? '';
    const syllables = Array.from({ length: 2 + numberFor(of, 2) }, (_, nth) =>
      [part(`onset ${nth}`, onsets), part(`nucleus ${nth}`, nuclei), part(`coda ${nth}`, codas)].join(''),
    );
    const text = syllables.join('');
    return word === word.toUpperCase() ? text.toUpperCase() : text.charAt(0).toUpperCase() + text.slice(1);
  });
}

/** The comments that the suite draws. */
const drawnComments = /"comment":"([^"]*(?: as we agreed|Grüße an |Оплата заказа|のお支払い|'new'|, 2 × )[^"]*)"/g;

/** Returns a comment as most merchants write it. */
function plainComment(name: string): string {
  const word = ['Order', 'Invoice', 'Payment', 'Ref', 'Basket', 'Booking', 'Bill', 'Purchase'][
    numberFor(`${name} word`, 8)
  ];
  return `${word} ${1_000 + numberFor(`${name} number`, 899_000)}`;
}

/** Returns the same clothes with a host as very many shops have one: of any length, and not made of the words that we draw. */
function plainWardrobe(key: string, wardrobe: Wardrobe): Wardrobe {
  const ending = ['.com', '.net', '.de', '.eu', '.co.uk', '.fr', '.pl', '.io'][numberFor(`${key} ending`, 8)] ?? '.com';
  const domain = otherName(`a${numberFor(key, 2) === 0 ? '' : '-b'}`, key).toLowerCase() + ending;
  return {
    ...wardrobe,
    host: ['', 'www.', 'shop.', 'pay.', 'my.'][numberFor(`${key} front`, 5)] + domain,
    mailDomain: domain,
  };
}

/** Returns the appearance of a run whose requests nothing distinguishes from a merchant's: drawn by the key of the run and by its seed. */
function unmarked({ id, seed, idKey, isDiscreet = false }: Run): Appearance {
  const source: IdSource = { key: idKey, seed };
  const { host, mailDomain, words, alphabet } = isDiscreet ? plainWardrobe(idKey, wardrobeOf(seed)) : wardrobeOf(seed);
  const own = ownId(source, `${id} name`);
  const word = new RegExp(`(?<![A-Za-z])(?:${[...words.keys()].map(escaped).join('|')})(?![A-Za-z])`, 'gu');
  const replaced = (text: string) => text.replace(word, (one) => words.get(one) ?? one);
  const mail = new RegExp(`(?:payer)?@${escaped('example.com')}`, 'g');
  const payer = pseudoWord(`${seed} payer`, 5);
  const named = (ending: string) => own + ciphered(ending, alphabet);
  return {
    key: (worker, nth) => {
      const name = `${id} ${worker} ${nth}`;
      const of = ownId(source, name);
      const loose = numberFor(`${idKey} ${nth} loose`, 16);
      return isDiscreet
        ? of
        : idInTurn(of, nth + numberFor(`${seed} lengths`, 40), { filling: fillingFor(idKey, name), loose });
    },
    named,
    dressed: (text) =>
      text
        .replace(readable, (_, field: string, value: string) => `"${field}":"${replaced(value)}"`)
        .replaceAll(commonHost, host)
        .replace(mail, (one) => `${one.startsWith('payer') ? payer : ''}@${mailDomain}`)
        .replace(/assay(-[a-z]+)/g, (_, ending: string) => named(ending))
        .replace(unknownNames, (one) => ciphered(one, alphabet))
        .replace(isDiscreet ? drawnComments : nothing, (_, comment: string) => `"comment":"${plainComment(comment)}"`)
        .replace(
          isDiscreet ? people : nothing,
          (_, field: string, name: string) => `"${field}":"${otherName(name, idKey)}"`,
        ),
    comment: (text) => (isDiscreet ? plainComment(`${idKey} ${text}`) : text),
  };
}

/** The longest comment that stays as it is, so that there are short ones too. */
const shortComment = 12;

/** Returns the appearance of a run that its operator wants to recognise: each id begins with that of the run, and texts name the suite. */
const marked = ({ id }: Run): Appearance => ({
  key: (worker, nth) => idInTurn(`${id}-${worker}-${nth}`, nth),
  named: (ending) => id + ending,
  dressed: (text) => text,
  comment: (text) => (text.length > shortComment ? `conformance ${id}: ${text}` : text),
});

/** Returns the appearance of a run. A target file asks for marks with `recognisable`. */
export const appearanceOf = (run: Run, isRecognisable: boolean): Appearance =>
  isRecognisable ? marked(run) : unmarked(run);
