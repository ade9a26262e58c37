import { runIdOf, type Clock } from '@dossier/contracts';
import { ReportLinks, type LinkProof } from './report-links.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const runId = runIdOf('01HEVENT');
const START = Date.parse('2026-12-01T00:00:00.500Z');
const time = { ms: START };
const clock: Clock = { now: () => new Date(time.ms), sleep: () => Promise.resolve() };
const signed = {
  url: `https://reports.example/reports/${runId}/v1/report.html`,
  latestUrl: `https://reports.example/reports/${runId}/latest/report.html`,
  access: 'signed',
} as const;

function links(secret: string | undefined = 's'.repeat(32)): ReportLinks {
  return new ReportLinks({ secret, days: 7, clock });
}

function proofOf(url: string): LinkProof {
  const { searchParams } = new URL(url);
  return { exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' };
}

beforeEach(() => {
  time.ms = START;
});

describe('a link to a signed report', () => {
  it('opens until its days are over, and not a moment longer', () => {
    const proof = proofOf(links().opened(runId, signed).url);
    expect(Number(proof.exp)).toBe(Math.floor((START + 7 * DAY_MS) / 1_000));
    time.ms = Number(proof.exp) * 1_000 - 1_000;
    expect(links().isOpen(runId, proof)).toBe(true);
    time.ms += 1;
    expect(links().isOpen(runId, proof)).toBe(false);
  });

  it('carries one signature for the page and for the newest page', () => {
    const { url, latestUrl } = links().opened(runId, signed);
    expect(proofOf(latestUrl)).toEqual(proofOf(url));
    expect(url).toMatch(/report\.html\?exp=\d{10}&sig=[\w-]{43}$/);
  });

  it('is the same each time when its life begins at a given instant', () => {
    const first = links().opened(runId, signed, new Date(START));
    time.ms += DAY_MS;
    expect(links().opened(runId, signed, new Date(START))).toEqual(first);
    expect(links().opened(runId, signed)).not.toEqual(first);
  });

  it('opens nothing of another run, with another secret, or with none', () => {
    const proof = proofOf(links().opened(runId, signed).url);
    expect(links().isOpen(runIdOf('another'), proof)).toBe(false);
    expect(links('t'.repeat(32)).isOpen(runId, proof)).toBe(false);
    expect(new ReportLinks({ secret: undefined, days: 7, clock }).isOpen(runId, proof)).toBe(false);
  });

  it.each<[string, (proof: LinkProof) => LinkProof]>([
    ['a later end', ({ exp, sig }) => ({ exp: String(Number(exp) + 1), sig })],
    ['an earlier end', ({ exp, sig }) => ({ exp: String(Number(exp) - 1), sig })],
    ['a zero before its end', ({ exp, sig }) => ({ exp: `0${exp}`, sig })],
    ['a blank after its end', ({ exp, sig }) => ({ exp: `${exp} `, sig })],
    ['no end', ({ sig }) => ({ exp: '', sig })],
    ['an end that is no number', ({ sig }) => ({ exp: 'Infinity', sig })],
    ['no signature', ({ exp }) => ({ exp, sig: '' })],
    ['a cut signature', ({ exp, sig }) => ({ exp, sig: sig.slice(0, -1) })],
    ['a longer signature', ({ exp, sig }) => ({ exp, sig: `${sig}=` })],
    ['a signature in other letters', ({ exp, sig }) => ({ exp, sig: swapCase(sig) })],
    ['a signature of wide letters', ({ exp }) => ({ exp, sig: 'é'.repeat(43) })],
    ['a signature of the right form', ({ exp }) => ({ exp, sig: 'A'.repeat(43) })],
  ])('is refused with %s', (_what, change) => {
    const proof = proofOf(links().opened(runId, signed).url);
    expect(links().isOpen(runId, proof)).toBe(true);
    expect(links().isOpen(runId, change(proof))).toBe(false);
  });
});

it.each([
  ['a public report', links(), { ...signed, access: 'public' as const }],
  ['a report from before there were signatures', links(), { url: signed.url, latestUrl: 'u' }],
  [
    'any report when there is no secret',
    new ReportLinks({ secret: undefined, days: 7, clock }),
    signed,
  ],
])('leaves the addresses of %s as they are', (_what, reportLinks, publication) => {
  expect(reportLinks.opened(runId, publication)).toEqual(publication);
});

function swapCase(text: string): string {
  return [...text]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
}
