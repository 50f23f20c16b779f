import { expect, test } from '@playwright/test';
import { baseOf, hostOf, isAddress, isHostOf, isLoopback, isWebAddress } from './webAddress.ts';

test('an address is written in one way, however it was given', () => {
  const same: Readonly<Record<string, string>> = {
    'http:127.0.0.1:19000': 'http://127.0.0.1:19000',
    'HTTP://Bank.Example:80/': 'http://bank.example',
    'http:/bank.example': 'http://bank.example',
    'http:\\\\bank.example\\pay': 'http://bank.example/pay',
    'https:///bank.example//': 'https://bank.example',
    'https://bank.example:443/a/../b/': 'https://bank.example/b',
    'http://127.1:80': 'http://127.0.0.1',
    'http://[0:0:0:0:0:0:0:1]:8080': 'http://[::1]:8080',
  };
  for (const [given, wanted] of Object.entries(same)) {
    expect(isWebAddress(given) && isAddress(given), given).toBe(true);
    expect(baseOf(given)).toBe(wanted);
  }
  const none = [
    'ftp://bank.example',
    'bank.example',
    'http://',
    'http://a b',
    'http://u:p@bank.example',
    'http://x/?q',
  ];
  expect(none.filter(isWebAddress)).toEqual([]);
});

test('only addresses that cannot leave this machine are loopback', () => {
  const own = ['127.0.0.1', 'localhost', 'LOCALHOST.', '127.255.0.9', '127.1', '0x7f000001', '127.0.0.1.', '[::1]'];
  const all = [...own, '[::ffff:127.0.0.1]', '[0:0:0:0:0:0:0:1]'];
  expect(all.filter((host) => !isLoopback(`http://${host}:8080/v`))).toEqual([]);
  const far = ['0.0.0.0', '[::]', '10.0.0.1', '128.0.0.1', '127.0.0.1.nip.io', 'localhost.example', 'xlocalhost'];
  const others = [...far, 'localhost..', 'my.localhost', '[::2]', '[fe80::1]', '[::ffff:10.0.0.1]', 'bank.example'];
  expect(others.filter((host) => isLoopback(`http://${host}:8080/v`))).toEqual([]);
});

test('a host name matches in any case, with or without its port, and nothing else does', () => {
  const named = (base: string, names: readonly string[]) => names.filter((name) => isHostOf(base, name));
  const right = ['bank.example:8443', 'BANK.example:8443', 'bank.example.:8443', 'bank.example'];
  const wrong = [
    'bank.example:443',
    'bank.example:844',
    'evil.example',
    'bank.example:8443/',
    'x@bank.example:8443',
    '',
  ];
  const more = ['https://bank.example:8443', '//bank.example:8443', 'bank.example:8443#', 'bank.example.evil.example'];
  expect(named('https://bank.example:8443/api', [...right, ...wrong, ...more])).toEqual(right);
  const usual = ['bank.example', 'bank.example:443', 'bank.example.'];
  expect(named('https://bank.example.', [...usual, 'bank.example:80'])).toEqual(usual);
  const six = ['2001:db8::1', '[2001:DB8::1]', '[2001:db8:0::1]:8080'];
  expect(named('http://[2001:db8::1]:8080', [...six, '[2001:db8::2]', '2001:db8::1:8080'])).toEqual(six);
  expect(hostOf('https://BANK.example.:443/x')).toBe('bank.example');
});
