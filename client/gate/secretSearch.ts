import { Redactor, type Secret } from '../../traffic/redaction/redactor.ts';
import { derivedTexts } from '../../traffic/redaction/secretVariants.ts';

/** So many characters of a secret in a row are no chance, and give most of it away. */
const telling = 16;

/** Bytes in hex, two digits each, with marks between them: a dump. */
const hexDump = /(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:;-]*){8,}/gi;

/** A list of bytes, with or without a sign. */
const byteList = /-?\b\d{1,3}(?:[\s,;]+-?\d{1,3}\b){7,}/g;

const hexOfDump = (dump: string) => dump.replace(/0x|\\x|[^0-9a-f]/gi, '');

const hexOfList = (list: string) =>
  Buffer.from((list.match(/-?\d+/g) ?? []).map((number) => Number(number) & 255)).toString('hex');

/** Returns a text and what the dumps and lists in it stand for. */
const readings = (text: string): string[] => [
  text,
  ...(text.match(hexDump) ?? []).map(hexOfDump),
  ...(text.match(byteList) ?? []).map(hexOfList),
];

/** The texts of which a part gives a secret away: itself, its bytes, and what careless code makes of it. */
function textsOf(value: string): string[] {
  const bytes = [Buffer.from(value), Buffer.from(value, 'base64')];
  return [value, ...bytes.flatMap((one) => [one.toString('hex'), one.toString('base64')]), ...derivedTexts(value)];
}

const runsIn = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - telling + 1) }, (_, at) => text.slice(at, at + telling).toLowerCase());

/** Finds parts of secrets in what a testee wrote: masked save a few characters, hashed, decoded, or as bytes. */
export class SecretSearch {
  readonly #runs: ReadonlyMap<string, string>;

  constructor(secrets: readonly Secret[]) {
    this.#runs = new Map(
      secrets.flatMap(({ label, value }) =>
        textsOf(value)
          .flatMap(runsIn)
          .map((run) => [run, label] as const),
      ),
    );
  }

  #labelIn(text: string): string | undefined {
    for (const reading of readings(text.toLowerCase()))
      for (let at = 0; at + telling <= reading.length; at += 1) {
        const label = this.#runs.get(reading.slice(at, at + telling));
        if (label !== undefined) return label;
      }
    return undefined;
  }

  /** Replaces each line that has a part of a secret by the name of that secret; the whole text if the part is spread over lines. */
  hidden(text: string): string {
    if (this.#labelIn(text) === undefined) return text;
    const lines = text.split('\n').map((line) => {
      const label = this.#labelIn(line);
      return label === undefined ? line : `<${label}>`;
    });
    const bare = lines.join('\n');
    const spread = this.#labelIn(bare);
    return spread === undefined ? bare : `<${spread}>`;
  }
}

/** Functions that replace secrets: in what is sent and answered, and in logs, where a part of a secret counts as well. */
export interface Cleaners {
  clean: (text: string) => string;
  cleanLog: (text: string) => string;
}

/** Makes the functions that replace secrets, and what careless code derives from them, by their labels. */
export function cleanersOf(secrets: readonly Secret[], options: { keepsCards: boolean }): Cleaners {
  const redactor = new Redactor(options);
  for (const secret of secrets) {
    redactor.know(secret);
    for (const value of derivedTexts(secret.value)) redactor.knowText({ label: secret.label, value });
  }
  const search = new SecretSearch(secrets);
  const clean = (text: string) => redactor.clean(text);
  return { clean, cleanLog: (text) => search.hidden(clean(text)) };
}
