/** Texts that resemble a format and violate it. The judge checks each one, since readings of a format differ. */
export const invalidTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ['date-time', ['2024-02-30T10:00:00Z', '2024-01-01 10:00:00', '2024-01-01T25:00:00Z', '2024-01-01', '1704067200']],
  ['date', ['2024-02-30', '2023-02-29', '2024-13-01', '01/02/2024', '2024-1-1', '2024-01-01T00:00:00Z']],
  ['time', ['24:00:00Z', '10:60:00Z', '10:00', '10:00:00', '10:00:61Z']],
  ['iso-date-time', ['2024-02-30T10:00:00', '2024-01-01', 'now']],
  ['iso-time', ['24:00:00', '10:60:00', 'noon']],
  ['duration', ['P', 'PT', '1D', 'P1H', 'P1.5D', 'P1W2D']],
  [
    'email',
    ['no-at-sign.example', '@no-name.example', 'two@@example.com', 'name@', 'na me@example.com', 'a@b..example'],
  ],
  [
    'hostname',
    [
      '-begins.example',
      'ends-.example',
      'under_score.example',
      'two..dots',
      'white space',
      `${'a'.repeat(64)}.example`,
    ],
  ],
  ['ipv4', ['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4/8', '0x7f.0.0.1']],
  ['ipv6', ['::1::', '12345::', '1:2:3:4:5:6:7', 'fe80::1%eth0', '1.2.3.4', ':::']],
  ['uri', ['no-scheme.example/path', '/relative', 'http://white space', 'http://[::1', 'http://a/%zz', '://nothing']],
  ['url', ['no-scheme.example', 'http://', 'http://white space', 'javascript:alert(1)']],
  ['uri-reference', ['white space', '\\back\\slash', '%zz', '<angle>']],
  [
    'uuid',
    [
      '00000000-0000-0000-0000-00000000000',
      '00000000000000000000000000000000',
      '0000000g-0000-0000-0000-000000000000',
      '{00000000-0000-0000-0000-000000000000}',
    ],
  ],
  ['json-pointer', ['no-slash', '/bad~2escape', '/ends~', '#/fragment']],
  ['json-pointer-uri-fragment', ['/no-hash', '#/white space', '#bad']],
  ['relative-json-pointer', ['/no-number', '-1/a', '01/a', '1a']],
  ['regex', ['(', '[a', '*a', 'a{2,1}', '(?<n', '\\']],
  ['uri-template', ['/{unclosed', '/{}', '/{a', '/{{a}}', '/%zz']],
  ['byte', ['QQ=', 'Q', 'not base64!', 'QQ==Q', 'a-b_']],
  ['base64', ['QQ=', 'Q', 'not base64!']],
  ['asset-id', ['TRON', '_USDT', 'tron_USDT', 'TRON_', 'TRON USDT']],
  [
    'utc-instant',
    ['2024-01-01T10:00:00+02:00', '2024-02-30T10:00:00Z', '2024-01-01', '1704067200', '2024-01-01 10:00:00Z'],
  ],
  ['absolute-url', ['/relative', 'no-scheme.example', 'http://', 'https://white space.example']],
  ['choices-json', ['{}', '[]', 'no json', '{"description":"none"}', '{"values":[]}']],
]);

/** Texts that belong to hardly any format. */
export const unusualTexts: readonly string[] = ['', ' ', 'not of this format', '%', '\u0000', 'é😀'];

/** The formats that some of the unusual texts belong to. */
export const formatsOfUnusualTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ['uri-reference', ['']],
  ['json-pointer', ['']],
  ['byte', ['']],
  ['uri-template', ['', 'é😀']],
  ['regex', unusualTexts],
]);
