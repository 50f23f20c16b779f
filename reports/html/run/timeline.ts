import type { ExchangeLine, Line, RunLine } from '../../../traffic/journal/journalTypes.ts';
import { minutesAndSeconds } from '../../text/quantities.ts';
import { html, type Markup, type Part } from '../page/markup.ts';

/** How many bars a lane has, and how high and wide its drawing is, in units of its own. */
const [bins, height, width] = [120, 46, 1_200];
const barWidth = width / bins;

/** One kind of event in a lane: when it happened, ms, and its class in the style. */
interface Series {
  name: string;
  look: string;
  times: readonly number[];
}

/** The time that a run took, ms. */
interface Span {
  from: number;
  until: number;
}

const counts = (times: readonly number[], { from, until }: Span): number[] => {
  const all = Array.from({ length: bins }, () => 0);
  for (const time of times) {
    const at = Math.min(bins - 1, Math.floor(((time - from) / (until - from || 1)) * bins));
    all[at] = (all[at] ?? 0) + 1;
  }
  return all;
};

const rounded = (value: number) => Number(value.toFixed(1));

/** Draws events as bars on each other, each bar a part of the time. */
function bars(series: readonly Series[], { span, high }: { span: Span; high: number }): Markup {
  const columns = series.map(({ times }) => counts(times, span));
  const top = Math.max(
    1,
    ...Array.from({ length: bins }, (_, at) => columns.reduce((sum, one) => sum + (one[at] ?? 0), 0)),
  );
  const rects = Array.from({ length: bins }, (_, at) => {
    let y = high;
    return series.map(({ look }, index) => {
      const count = columns[index]?.[at] ?? 0;
      if (count === 0) return undefined;
      const tall = Math.max(1.5, (count / top) * high);
      y -= tall;
      return html`<rect class="${look}" x="${at * barWidth}" y="${rounded(Math.max(0, y))}" width="${barWidth - 1}" height="${rounded(tall)}"/>`;
    });
  });
  return drawing(rects, { high, words: series.map(({ name, times }) => `${times.length} ${name}`).join(', ') });
}

const drawing = (shapes: Part, { high, words }: { high: number; words: string }) =>
  html`<svg viewBox="0 0 ${width} ${high}" preserveAspectRatio="none" role="img" aria-label="${words}">${shapes}</svg>`;

const lane = (label: Part, body: Markup, isLow = false) =>
  html`<div class="lane${isLow && ' low'}"><span>${label}</span>${body}</div>`;

/** Draws how much of the quota of POSTs was used in the window that ended at each moment. */
function quotaLane(posts: readonly number[], { quota }: RunLine['target'], span: Span): Part {
  const { post, windowMs } = quota;
  if (post === undefined || posts.length === 0) return undefined;
  const step = (span.until - span.from) / bins;
  const shares = Array.from({ length: bins + 1 }, (_, at) => {
    const end = span.from + at * step;
    return posts.filter((time) => time <= end && time > end - windowMs).length / post;
  });
  const most = Math.max(...shares);
  const scale = (height - 4) / Math.max(1, most);
  const points = shares.map((share, at) => `${rounded(at * barWidth)},${rounded(height - share * scale)}`).join(' ');
  const cap = rounded(height - scale);
  const shapes = html`<polygon class="area" points="0,${height} ${points} ${width},${height}"/><line class="cap" x1="0" x2="${width}" y1="${cap}" y2="${cap}"/>`;
  const words = `at most ${Math.round(most * 100)} % of ${post} POST in ${windowMs / 1000} s`;
  return lane(html`POST quota<br>${words}`, drawing(shapes, { high: height, words }));
}

/** True for an exchange with the target: a page that it names elsewhere is not its own. */
const isOwn = (line: Line): line is ExchangeLine => line.kind === 'exchange' && line.request.origin === undefined;

const isOfMain = ({ request }: ExchangeLine) => request.account === undefined;

const isTime = (time: number) => !Number.isNaN(time);

/** Draws the run by time: requests, refusals by the rate limiter, use of the quota, webhooks. Undefined without a journal. */
export function timeline(lines: readonly Line[]): Markup | undefined {
  const exchanges = lines.flatMap((line) => (isOwn(line) && isTime(Date.parse(line.sentAt)) ? [line] : []));
  const timesOf = (wanted: (line: ExchangeLine) => boolean) =>
    exchanges.filter(wanted).map(({ sentAt }) => Date.parse(sentAt));
  const all = timesOf(() => true);
  if (all.length === 0) return undefined;
  const hooks = lines.flatMap((line) => (line.kind === 'delivery' ? [Date.parse(line.receivedAt)] : [])).filter(isTime);
  const [from, until] = [...all, ...hooks].reduce(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  const span = { from, until };
  const isGet = ({ request }: ExchangeLine) => request.method === 'GET';
  const [gets, posts] = [timesOf(isGet), timesOf((line) => !isGet(line))];
  const limited = timesOf(({ answer }) => answer?.status === 429);
  const run = lines.find((line) => line.kind === 'run');
  const marks = (series: Series) =>
    series.times.length > 0 && lane(`${series.times.length} ${series.name}`, bars([series], { span, high: 18 }), true);
  return html`<div class="card"><div class="lane"><span>Requests<br>${posts.length} POST, ${gets.length} GET</span>${bars(
    [
      { name: 'POST', look: 'post', times: posts },
      { name: 'GET', look: 'get', times: gets },
    ],
    { span, high: height },
  )}</div>
${
  run &&
  quotaLane(
    timesOf((line) => isOfMain(line) && !isGet(line)),
    run.target,
    span,
  )
}
${marks({ name: 'refused with 429', look: 'limited', times: limited })}
${marks({ name: 'webhooks', look: 'hook', times: hooks })}
<div class="axis"><span>0:00</span><span>${minutesAndSeconds((until - from) / 2)}</span><span>${minutesAndSeconds(until - from)}</span></div>
<ul class="legend"><li><i class="good"></i>POST and other methods</li><li><i class="told"></i>GET</li></ul></div>`;
}
