import { expect, test } from '@playwright/test';
import { keptOf } from './arrive.ts';

test('a page that is gone once its checkout is over was open, and one that is not reached is not judged', () => {
  expect(keptOf({}, { status: 404 })).toEqual({ status: 404 });
  expect(keptOf({ status: 200 }, { status: 410 })).toEqual({ status: 200 });
  expect(keptOf({ status: 200 }, { failure: 'no answer' })).toEqual({ failure: 'no answer' });
  expect(keptOf({ failure: 'no answer' }, { status: 200 })).toEqual({ status: 200 });
});
