import { expect, test } from '@playwright/test';
import { forecastLine } from './forecast.ts';

const night = {
  sections: [],
  posts: 122,
  gets: 755,
  minutes: 12.1,
  takes: { USDT: '10' },
  exchanges: { BTCUSDT: '0.002' },
};

test('a forecast shows the cost of a run and, separately, the account of the rate-limit test', () => {
  const cost = 'plan: 122 POST, 755 GET, about 12.1 minutes; takes from the balance: 10 USDT; exchanges: 0.002 BTCUSDT';
  expect(forecastLine(night)).toBe(cost);
  const usesUp = { label: 'limited', quota: { post: 10, get: 300, windowMs: 60_000 } };
  expect(forecastLine({ ...night, usesUp })).toBe(
    `${cost}; meanwhile uses up the account limited, 10 POST and 300 GET in 60 s, for six windows or more`,
  );
});
