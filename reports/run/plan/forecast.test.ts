import { expect, test } from '@playwright/test';
import { type Forecast, forecastBasis } from '../../../runner/selection/forecast.ts';
import { forecastLine, writeForecast } from './forecast.ts';

const night: Forecast = {
  basis: forecastBasis,
  sections: [{ section: 'PAY', requirements: 3, posts: 122, gets: 755, takes: { USDT: '10' } }],
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
    `${cost}; meanwhile uses up the quota of the account named limited, 10 POST and 300 GET in 60 s, for six windows or more`,
  );
});

test('a forecast for another target shows no amounts of the emulator, and says what its figures rest on', () => {
  const { takes: _, exchanges: _exchanges, sections, ...rest } = night;
  const other: Forecast = { ...rest, sections: sections.map(({ takes: _takes, ...section }) => section) };
  const line =
    'plan: 122 POST, 755 GET, about 12.1 minutes; counted on the embedded emulator; amounts follow from the lists of the target';
  expect(forecastLine(other)).toBe(line);
  expect(writeForecast(other)).not.toMatch(/USDT|balance|none/);
  expect(writeForecast(other)).toContain('no amounts are printed');
  expect(writeForecast(night)).toMatch(/balance\nPAY +3 +122 +755 {2}10 USDT/);
});
