import type { Visit } from './visit.ts';

/** What a text leaves behind if it runs as code. The text itself does not contain it. */
const mark = 'assay-mark';

/** The id of an element that a text makes if it is shown as markup. */
const markId = 'assayMark';

/** A host to which only the markup of a text leads. */
const markHost = 'mark.example';

const code = `console.error('assay-'+'mark')`;

/** Ends every place in a document where a text may stand, and goes on with markup. */
const endings = `'"></title></textarea></style></script></template></noscript></svg>-->`;

/** Names that are markup wherever they stand: in the text of an element, an attribute, a title, a script, a comment. The second leads away without a script. */
export const hostileNames = {
  'an element': `Tea${endings}<b id=${markId}>t</b><img src=x onerror="${code}"><script>${code}</script>`,
  'a refresh': `Tea${endings}<b id=${markId}>t</b><meta http-equiv=refresh content="0;url=https://${markHost}/">`,
  'an attribute': `Tea' autofocus onfocus='${code}' x=" autofocus onfocus="${code}" tabindex="0`,
} as const;

const page = `text/html,<script>${code}</script>`;

/** Addresses that run a script in place of leading anywhere, in the spellings that browsers take. */
export const scriptAddresses = {
  'javascript:': `javascript:${code}//`,
  'javascript: after white space': ` \t\njavascript:${code}//`,
  'javascript: after a control character': `\u0001javascript:${code}//`,
  'javascript: with a tab in it': `java\tscript:${code}//`,
  'javascript: in capitals': `JavaScript:${code}//https://merchant.example.com/`,
  'data:': `data:${page}`,
  'data: after white space': ` data:${page}`,
  'vbscript:': `vbscript:${code}`,
} as const;

/** A spelling of an address that runs a script. */
export type Spelling = keyof typeof scriptAddresses;

/** All of them. */
export const spellings = Object.keys(scriptAddresses) as readonly Spelling[];

/** Runs in a page: returns the schemes of all addresses that its elements lead to and that hold the mark's code. */
const schemesIn = `(() => {
  const names = ['href', 'xlink:href', 'action', 'formaction', 'src', 'data'];
  const found = [];
  const scan = (root) => {
    for (const one of root.querySelectorAll('*')) {
      for (const name of names) {
        const text = one.getAttribute(name);
        if (text === null || !/assay-/.test(text)) continue;
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
export async function effectOn({ page: live, led }: Visit, said: readonly string[]): Promise<string | undefined> {
  if (said.some((line) => line.includes(mark))) return 'a script in it ran';
  if (led.some((address) => address.includes(markHost))) return 'its markup led to another site';
  for (const frame of live.frames()) {
    const found = await frame
      .locator(`#${markId}`)
      .count()
      .catch(() => 0);
    if (found > 0) return 'its markup became an element of the page';
    const schemes: unknown = await frame.evaluate(schemesIn).catch(() => []);
    const scheme = Array.isArray(schemes) ? schemes.find(isScript) : undefined;
    if (scheme !== undefined) return `the page has a link with its ${scheme} address`;
  }
  return undefined;
}
