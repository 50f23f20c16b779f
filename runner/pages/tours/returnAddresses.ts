/** Addresses to which end users return, by what is particular about them: led to exactly as given (WID-06). */
export const returnAddresses = {
  'a query and a fragment': 'https://merchant.example.com/back?order=77&paid=no#done',
  'a port': 'https://merchant.example.com:8443/return/of/goods?x=1',
  'percent-escapes': 'https://merchant.example.com/caf%C3%A9/a%2Fb;v=1?note=a%20b%26c&plus=%2B#step%202',
  'a fragment that is a path': 'https://merchant.example.com/app#/orders/12?paid=yes',
  'names that come twice': 'https://merchant.example.com/return?item=1&item=2&empty=',
  'a name beyond ASCII': 'https://bücher.merchant.example.com/zurück?bestellung=7',
  'many characters': `https://merchant.example.com/${'step/'.repeat(60)}end?id=${'0123456789'.repeat(6)}`,
  'an address in it': 'https://merchant.example.com/out?to=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1%23c',
} as const;
