import { expect, test } from '@playwright/test';
import { isPublic, publicAddresses } from './publicAddresses.ts';

/** Addresses outside the public Internet, by kind. */
const inside: Readonly<Record<string, readonly string[]>> = {
  'of this machine': ['127.0.0.1', '127.255.0.1', '0.0.0.0', '::1', '::'],
  'of private networks': ['10.0.0.1', '172.31.0.1', '192.168.1.1', 'fd00::1', 'fec0::1'],
  'of a link': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'shared by a provider': ['100.64.0.1', '100.100.100.200'],
  'of many machines': ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
  'of measurements, documents and protocols': ['198.18.0.1', '198.19.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1'],
  'of nobody': ['240.0.0.1', '100::1', '2001:db8::1', '3fff::1', '4000::1', '5f00::1'],
  'an IPv4 address in IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
  'an IPv4 address behind a gateway': ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::a9fe:a9fe'],
  'an IPv4 address in a tunnel': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1'],
  'of the host of a cloud': ['169.254.170.2', 'fd00:ec2::254', '168.63.129.16', '::ffff:168.63.129.16'],
  'no address': ['', 'localhost', '300.1.1.1'],
};

for (const [what, addresses] of Object.entries(inside)) {
  test(`not in the public Internet: ${what}`, () => {
    expect(addresses.filter(isPublic)).toEqual([]);
  });
}

test('an address that anybody can reach is in the public Internet', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '198.20.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect(isPublic(address), address).toBe(true);
});

test('a host with one private address, or without any address, is not opened', async () => {
  const url = new URL('https://[2606:4700::1111]/');
  const one = { address: '8.8.8.8', family: 4 };
  expect(await publicAddresses(url, async (host) => [{ address: host, family: 6 }, one])).toHaveLength(2);
  expect(await publicAddresses(url, async () => [one, { address: '10.0.0.1', family: 4 }])).toEqual([]);
  expect(await publicAddresses(url, () => Promise.reject(new Error('ENOTFOUND')))).toEqual([]);
});
