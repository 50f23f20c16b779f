import { html, type Markup, ownCode, type Part } from '../../reports/html/page/markup.ts';
import { badge, facts, section, type Tone } from '../../reports/html/page/parts.ts';
import { style } from '../../reports/html/page/style.ts';
import type { Capability, Certificate, CertificateStatement } from '../statement/certificate.ts';
import { ownLevel } from '../statement/level.ts';
import { claimedLine, dayOf, headline, keyWords, levelWords, shortfall, toneOfClaims } from './words.ts';

/** Nothing is loaded, sent or run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A list of a statement is shown up to this many entries; the statement has them all. */
const mostShown = 200;

const tones: Readonly<Record<Capability['state'], Tone>> = {
  conforming: 'good',
  'conforming with declared gaps': 'good',
  'not conforming in': 'bad',
  'not evidenced': 'open',
};

const list = (items: readonly Part[]): Part =>
  items.length > 0 &&
  html`<ul>${items.slice(0, mostShown).map((item) => html`<li>${item}</li>`)}${items.length > mostShown && html`<li>and ${items.length - mostShown} more in the statement</li>`}</ul>`;

const ids = (words: string, of: readonly string[]): Part => of.length > 0 && html`<p>${words}: ${of.join(', ')}</p>`;

const capability = ({ name, state, failed, undecided, gaps, unjudged }: Capability): Markup =>
  html`<li><strong>${name}</strong> ${badge(tones[state], state)}${ids('failed', failed)}${ids('the run could not decide', undecided)}${ids('declared gaps', gaps)}${ids('nobody can judge yet', unjudged)}</li>`;

function factsOf(certificate: Certificate): Markup {
  const { target, suite, run, campaign, claims, challenge, issuedAt, validUntil, rerunDue } = certificate;
  return facts([
    ['Server', `${target.name} (${target.kind}), ${target.baseUrl}`],
    ['Addresses, as the machine of the run saw them', target.addresses.join(', ')],
    ['TLS certificate, as that machine saw it', target.tls && `SHA-256 ${target.tls.fingerprint}`],
    ['Valid until', dayOf(validUntil)],
    ['Re-run due', dayOf(rerunDue)],
    ['Issued', issuedAt],
    ['Run', `${run.id}, ${run.profile} profile, seed ${run.seed}, ${run.startedAt} to ${run.endedAt}`],
    ['Requests', `${claims.requests.posts} POST, ${claims.requests.gets} GET`],
    ['Allowed by the target file', run.terms],
    ['Combinations', `${claims.combinations.evidenced} of ${claims.combinations.of} decided`],
    ['Campaign', campaign && `${campaign.cases} cases, ${campaign.posts} POST, ${campaign.gets} GET; not judged again`],
    ['Challenge', challenge],
    ['Suite', `${suite.version}, build ${suite.build.slice(0, 16)}, Node ${suite.node}`],
    ['Key', keyWords(certificate)],
  ]);
}

function sectionsOf(certificate: Certificate): Part {
  const { claims, campaign } = certificate;
  const { proves, leaves } = levelWords[ownLevel(certificate)];
  return [
    section('means', 'What it proves, and what not', [list(proves), list(leaves)]),
    section('capabilities', 'Capabilities', html`<ul>${claims.capabilities.map(capability)}</ul>`),
    section(
      'known',
      'Known failures',
      list(claims.knownFailures.map(({ id, reason, until }) => `${id}: ${reason} (until ${until})`)) || undefined,
    ),
    section('campaign', 'Broken in the campaign', list(campaign?.broken ?? []) || undefined),
    section('gaps', 'Declared gaps', list(claims.gaps.map(({ id, reason }) => `${id}: ${reason}`)) || undefined),
    section(
      'looked',
      'Looked at in part',
      list(claims.lookedAt.map(({ id, at, of, why }) => `${id}: ${at} of ${of} (${why})`)) || undefined,
    ),
    section(
      'unjudged',
      'What nobody can judge yet',
      list(claims.unjudged.map(({ id, needs, text }) => `${id} (needs ${needs}): ${text}`)) || undefined,
    ),
  ];
}

/** Writes the page of a certificate for people, from its statement alone. Its first line is the level. */
export function writeCertificatePage({ predicate }: CertificateStatement): string {
  const certificate = predicate.assayCertificate;
  const less = shortfall(certificate);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ownCode(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${claimedLine(certificate)}</title>
<link rel="icon" href="data:,">
<style>${ownCode(style)}</style>
</head>
<body>
<header class="top ${toneOfClaims(certificate)}"><div class="inner">
<p class="kicker">${claimedLine(certificate)}</p>
<h1>${headline(certificate)}</h1>
${less !== undefined && html`<p><strong>${less}</strong></p>`}
</div></header>
<div class="summary"><div class="inner">${factsOf(certificate)}</div></div>
<main id="main">
${sectionsOf(certificate)}
</main>
<footer><p>This page was made from statement.json and proves nothing by itself: verify the bundle with a verifier that you took from Assay.</p></footer>
</body>
</html>
`.text;
}
