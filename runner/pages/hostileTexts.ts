import { drawnWord } from '../../traffic/journal/ownIds.ts';
import type { Visit } from './visit.ts';

/** Ends every place in a document where a text may stand, and goes on with markup. */
const endings = `'"></title></textarea></style></script></template></noscript></svg>-->`;

/** The spellings of an address that runs a script in place of leading anywhere, each with what browsers take. */
const addresses = {
  'javascript:': (code: string) => `javascript:${code}//`,
  'javascript: after white space': (code: string) => ` \t\njavascript:${code}//`,
  'javascript: after a control character': (code: string) => `\u0001javascript:${code}//`,
  'javascript: with a tab in it': (code: string) => `java\tscript:${code}//`,
  'javascript: in capitals': (code: string) => `JavaScript:${code}//https://`,
  'data:': (code: string) => `data:text/html,<script>${code}</script>`,
  'data: after white space': (code: string) => ` data:text/html,<script>${code}</script>`,
  'blob:': (code: string) => `blob:https://files.example/${encodeURIComponent(code)}`,
  'vbscript:': (code: string) => `vbscript:${code}`,
} as const;

/** A spelling of an address that runs a script. */
export type Spelling = keyof typeof addresses;

/** All of them. */
export const spellings = Object.keys(addresses) as unknown as readonly [Spelling, ...Spelling[]];

/** Texts that are to do nothing on a page, and what shows that they did something. */
export interface HostileTexts {
  /** Names that are markup wherever they stand: in an element, an attribute, a title, a script, a comment. The second leads away without a script. */
  names: readonly [string, string, string];
  /** A short one, for texts that have a greatest length. */
  short: string;
  address(spelling: Spelling): string;
  /** What a text leaves behind if it runs as code. The text itself does not contain it. */
  mark: string;
  /** A part of each code that runs. */
  half: string;
  /** The id of an element that a text makes if it is shown as markup. */
  markId: string;
  /** A host to which only the markup of a text leads. */
  markHost: string;
}

/** Returns the hostile texts of a run: its words are drawn, since a page could know the suite by constant ones. */
export function hostileTextsOf(seed: number): HostileTexts {
  const drawn = (of: string) => drawnWord(`${seed} ${of} of a mark`);
  const [word, half, rest] = [drawn('word'), drawn('first half'), drawn('second half')];
  const code = `console.error('${half}'+'${rest}')`;
  const markHost = `${drawn('host')}.example`;
  return {
    names: [
      `${word}${endings}<b id=${word}>${word}</b><img src=x onerror="${code}"><script>${code}</script>`,
      `${word}${endings}<b id=${word}>${word}</b><meta http-equiv=refresh content="0;url=https://${markHost}/">`,
      `${word}' autofocus onfocus='${code}' x=" autofocus onfocus="${code}" tabindex="0`,
    ],
    short: `'"></title><b id=${word}>${word}</b>`,
    address: (spelling) => addresses[spelling](code),
    mark: half + rest,
    half,
    markId: word,
    markHost,
  };
}

/** Runs in a page: returns the schemes of all addresses that its elements lead to and that hold a part of the code. */
const schemesIn = (half: string) => `(() => {
  const names = ['href', 'xlink:href', 'action', 'formaction', 'src', 'data'];
  const found = [];
  const scan = (root) => {
    for (const one of root.querySelectorAll('*')) {
      for (const name of names) {
        const text = one.getAttribute(name);
        if (text === null || !text.includes(${JSON.stringify(half)})) continue;
        try { found.push(new URL(text, document.baseURI).protocol); } catch {}
      }
      const open = one.shadowRoot;
      if (open) scan(open);
    }
  };
  scan(document);
  return found;
})()`;

const isScript = (scheme: unknown) => ['javascript:', 'data:', 'vbscript:', 'blob:'].includes(String(scheme));

/** Returns what of a hostile text had an effect on a page; undefined if nothing had. */
export async function effectOn(
  { page: live, led }: Visit,
  said: readonly string[],
  { mark, half, markId, markHost }: HostileTexts,
): Promise<string | undefined> {
  if (said.some((line) => line.includes(mark))) return 'a script in it ran';
  if (led.some((address) => address.includes(markHost))) return 'its markup led to another site';
  for (const frame of live.frames()) {
    const found = await frame
      .locator(`#${markId}`)
      .count()
      .catch(() => 0);
    if (found > 0) return 'its markup became an element of the page';
    const schemes: unknown = await frame.evaluate(schemesIn(half)).catch(() => []);
    const scheme = Array.isArray(schemes) ? schemes.find(isScript) : undefined;
    if (scheme !== undefined) return `the page has a link with its ${scheme} address`;
  }
  return undefined;
}
