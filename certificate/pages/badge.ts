import { clip, html } from '../../reports/html/page/markup.ts';
import type { CertificateStatement } from '../statement/certificate.ts';
import { claimedLevel, dayOf, headline, keyWords, shortfall, toneOfClaims } from './words.ts';

/** White text on each of these has a contrast of at least 4.5. */
const colours = { bad: '#b3161f', open: '#8a4b00', good: '#14683a' } as const;

/** The most characters of a host, and the digits of a fingerprint, in a badge. */
const [longestHost, shownDigits] = [60, 16];

/** The width of a letter of the badge, px, a little more than the average. */
const letter = 6.6;

const widthOf = (text: string) => Math.ceil(text.length * letter) + 16;

/** A line of text, whose width is the same in every font. */
const line = (text: string, y: number) =>
  html`<text x="8" y="${y}" textLength="${Math.ceil(text.length * letter)}" lengthAdjust="spacingAndGlyphs">${text}</text>`;

/** Writes the badge of a certificate as SVG. Its first line is the level; nothing in it is loaded from elsewhere. */
export function writeBadge({ predicate }: CertificateStatement): string {
  const certificate = predicate.assayCertificate;
  const { validUntil } = certificate;
  const isFull = shortfall(certificate) === undefined;
  const first = `Assay certificate, ${claimedLevel(certificate)}${isFull ? '' : ', not full'}`;
  const server = `${clip(certificate.target.host, longestHost)}, key ${keyWords(certificate, shownDigits)}`;
  const second = `${headline(certificate)}; valid until ${dayOf(validUntil)}`;
  const width = Math.max(...[first, server, second].map(widthOf));
  const words = `${first}: ${server}: ${second}`;
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="62" viewBox="0 0 ${width} 62" role="img" aria-label="${words}">
<title>${words}</title>
<rect width="${width}" height="62" rx="5" fill="#2b303a"/>
<path d="M0 40h${width}v17a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5z" fill="${colours[toneOfClaims(certificate)]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${line(first, 15)}
${line(server, 33)}
${line(second, 55)}
</g>
</svg>`.text
  }\n`;
}
