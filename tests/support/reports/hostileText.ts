import { array, constantFrom, nat, oneof, string } from 'fast-check';

/** Texts that have broken documents: each ends, opens or forges something in one of the report formats. */
const hostile = [
  '\u001b[2J\u0007\u009b31m',
  '\u0000\u0008\u000b\ufffe\uffff',
  '\ud800',
  '\udc00x',
  '\u202egnol\u2028\u2029',
  '\r\nOUT-99  pass (target)\n',
  ']]></failure><testcase name="x"/>',
  '<script>alert(1)</script><!-- -->',
  '&amp;&#0;&nbsp;%3C',
  '"\'><a href="https://x.example">y</a>',
  '\n```\n# heading\n~~~\n````',
  '[link](https://x.example) ![image](https://x.example/i.png) www.x.example',
  '| a | b |\n|---|---|\n| PAY-01 | pass |',
  '</details><details>\\|\\`',
  '@octocat #1 a@x.example :tada:',
  '__proto__',
  'a '.repeat(3_000),
];

/** Generates texts, among them hostile ones. */
export const text = oneof(
  string({ unit: 'grapheme' }),
  string({ unit: 'binary' }),
  array(constantFrom(...hostile), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
);

/** Generates the ids of exchanges. */
export const exchange = nat(999).map((number) => `p0-${number}`);
