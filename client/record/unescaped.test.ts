import { expect, test } from '@playwright/test';
import { unescapedIn } from './unescaped.ts';

test('characters that a path or query must not have as they are', () => {
  expect(['/a-b._~/c%20d?e=f,g&h[]=+i:@!', '/a%zz', '/<a>?b="c"#d', '/é{x}|'].map(unescapedIn)).toEqual([
    '',
    '%',
    '<>"#',
    'é{}|',
  ]);
});
