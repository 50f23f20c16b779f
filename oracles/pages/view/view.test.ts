import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import { amountsIn, showsAmount } from './amounts.ts';
import { chainsIn, currenciesIn } from './assetWords.ts';
import { choicesIn } from './choices.ts';
import { addressesIn } from './shownAddress.ts';
import { isChosen, textIn, viewNodes } from './viewNodes.ts';

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const page = `- main [ref=e1]:
  - heading "Pay 1.000,00 EUR" [level=1] [ref=e2]
  - group "Pay with" [ref=e3]:
    - generic [ref=e4]:
      - radio "USDT on Tron (TRC-20)" [checked] [ref=e5]
      - text: USDT on Tron (TRC-20)
    - radio "USDC: Solana" [disabled] [ref=e6]
  - combobox "Network" [ref=e7]:
    - option "Ethereum" [selected]
    - option "Polygon"
  - 'button "Name: \\"x\\"" [ref=e8]'
  - generic [ref=e9] [cursor=pointer]: USDC
  - link "USDT" [ref=e10]:
    - /url: https://elsewhere.example/USDT
  - textbox "Address" [ref=e11]: ${tron}
  - button "Pay USDT" [ref=e12]`;

test('a snapshot is read with roles, names, states, values and links', () => {
  const nodes = viewNodes(page);
  const named = (name: string) => nodes.find((node) => node.name === name);
  expect(named('USDT on Tron (TRC-20)')?.states.has('checked')).toBe(true);
  expect(named('Name: "x"')?.ref).toBe('e8');
  expect(named('Polygon')?.parent?.ref).toBe('e7');
  expect(named('Address')?.value).toBe(tron);
  expect(nodes.find(({ url }) => url !== undefined)?.url).toBe('https://elsewhere.example/USDT');
  expect(textIn(nodes)).toContain('Pay 1.000,00 EUR');
});

test('choices are what names a currency or a blockchain, and neither what is disabled nor what leads away or pays', () => {
  const choices = choicesIn(viewNodes(page));
  expect(choices.map(({ currency, chain }) => `${currency} ${chain}`)).toEqual([
    'USDT TRON',
    'undefined ETHEREUM',
    'undefined POLYGON',
    'USDC undefined',
  ]);
  expect(choices.filter(({ node }) => isChosen(node)).map(({ text }) => text)).toEqual([
    'USDT on Tron (TRC-20)',
    'Ethereum',
  ]);
});

test('a snapshot that was cut, or is none, is read as far as it goes', () => {
  expect(viewNodes(page.slice(0, 120), true).map(({ role }) => role)).toEqual(['main', 'heading', 'group']);
  expect(viewNodes('{ broken')).toEqual([]);
  expect(viewNodes('')).toEqual([]);
});

const written: readonly (readonly [text: string, amount: string, currency?: string])[] = [
  ['Pay 1,000.50 USD', '1000.5', 'USD'],
  ['1.000,50 €', '1000.5', 'EUR'],
  ['USDT 12.5', '12.5', 'USDT'],
  ["1'000.50 USD", '1000.5'],
  ['1 000,50 USD', '1000.5'],
  ['100 USD', '100', 'USD'],
  ['0,99', '0.99'],
];

for (const [text, amount, currency] of written)
  test(`the amount in “${text}” is found`, () => {
    expect(showsAmount(text, decimal(amount), currency)).toBe(true);
    expect(showsAmount(text, decimal(amount).plus(1), currency)).toBe(false);
  });

test('an amount beside another currency is another amount, and ids have none', () => {
  expect(showsAmount('100 EUR', decimal('100'), 'USD')).toBe(false);
  expect(amountsIn('CCO-12345678-1234-4123-8123-123456789012 v2.3.4')).toEqual([]);
});

test('currencies and blockchains are found by the words of people', () => {
  expect(chainsIn('ETHEREUM_USDT')).toEqual(['ETHEREUM']);
  expect(chainsIn('USDT (ERC-20) on Arbitrum')).toEqual(['ARBITRUM']);
  expect(chainsIn('USDT ERC20')).toEqual(['ETHEREUM']);
  expect(chainsIn('USDC on SOL')).toEqual(['SOLANA']);
  expect(currenciesIn('USDC on SOL')).toEqual(['USDC']);
  expect(currenciesIn('Tether USD')).toEqual(['USDT']);
  expect(chainsIn('Continue tonight')).toEqual([]);
});

test('addresses are found by their form, of one blockchain or of any', () => {
  const nodes = viewNodes(page);
  expect(addressesIn(nodes, 'TRON_USDT')).toEqual([tron]);
  expect(addressesIn(nodes)).toEqual([tron]);
  expect(addressesIn(nodes, 'ETHEREUM_USDT')).toEqual([]);
});

test('a part of an order id is no address, even if it has the form of one', () => {
  const solana = 'Fy6PdNKKKBdfMYbD9H1odH9sjwx4TMGe55en3jsCWRg';
  const of = (text: string) => addressesIn(viewNodes(`- paragraph [ref=e1]: ${text}`));
  for (const text of [`Send to ${solana}.`, `Address:${solana}`, `${solana} - 17 USDC`])
    expect(of(text), text).toEqual([solana]);
  for (const text of [`Order ${solana}.TampZ9`, `Order kw-${solana}`, `Order 7_${solana}-8`])
    expect(of(text), text).toEqual([]);
});
