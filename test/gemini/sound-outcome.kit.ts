import { runIdOf, type Evidence } from '@dossier/contracts';
import type { TaskName } from '@dossier/fake-gemini';
import { renderReportPage } from '@dossier/report';
import { endOf, type Outcome } from './research-chain.kit.ts';

/** Every way in which a version may end without a report (docs/operations, design.md section 3). */
export const DOCUMENTED_ENDS: readonly string[] = [
  'Permanent:not-researchable',
  'Permanent:no-evidence',
  'Permanent:nothing-new',
  'Permanent:no-such-chapter',
  'Permanent:unclear-wish',
  'Permanent:model-misconfigured',
  'Retryable:model-overloaded',
  'Retryable:model-unreachable',
  'Retryable:model-timeout',
  'Retryable:model-quota',
  'Retryable:model-circuit-open',
  'Retryable:model-answer-unusable',
  'NeedsHuman:over-budget',
  'NeedsHuman:daily-quota',
];

/** Times that a step may ask when every answer arrives: once, and once again with what is wrong. */
const MOST_ASKED = 2;
/** Tools that a request for each task may offer. Tasks that are not named have none. */
const TOOLS: Partial<Record<TaskName, readonly string[]>> = {
  search: ['googleSearch', 'urlContext'],
  'search-pages': ['urlContext'],
  'search-corpus': ['functionDeclarations'],
};

/** What holds whatever a model or a source says: a documented end, or a report that all gates pass. */
export function expectSound(outcome: Outcome): void {
  const end = endOf(outcome);
  if (end !== 'report') expect(DOCUMENTED_ENDS).toContain(end);
  else {
    expect(outcome.evaluation).toMatchObject({ verdict: 'pass' });
    expect(outcome.report?.language).toBe('zh-TW');
    expect(strangeIn(pageOf(outcome), outcome.evidence)).toEqual([]);
  }
  expect(widenedIn(outcome)).toEqual([]);
  expect(refusedIn(outcome)).toEqual([]);
}

/** Steps that asked more often than they may when every request is answered. */
export function repeatedIn({ steps }: Outcome): readonly string[] {
  const counts = Map.groupBy(steps, (step) => step);
  return [...counts].flatMap(([step, { length }]) =>
    length > MOST_ASKED ? [`${step}: ${length}`] : [],
  );
}

/** The most requests that a version may make when every one is answered: each step twice, a chapter four times. */
export function mostRequests({ plan, report }: Outcome): number {
  const groups = plan?.groups.length ?? 0;
  const themes = report?.chapters.filter(({ kind }) => kind === 'theme').length ?? 0;
  return 2 * (4 + groups) + 4 * themes;
}

/** Requests that the server found invalid. */
export function refusedIn({ requests }: Outcome): readonly string[] {
  return requests.flatMap(({ task, answeredWith }) =>
    answeredWith.startsWith('refused:') ? [`${task}: ${answeredWith}`] : [],
  );
}

/** Requests that offer a tool which their task has not. */
function widenedIn({ requests }: Outcome): readonly string[] {
  return requests.flatMap(({ task, tools }) => {
    const allowed = task === 'unknown' ? [] : (TOOLS[task] ?? []);
    return tools.filter((tool) => !allowed.includes(tool)).map((tool) => `${task}: ${tool}`);
  });
}

/** The report as a reader gets it, without the search suggestions, which are Google's own HTML. */
export function pageOf({ report, evidence, evaluation, plan }: Outcome): string {
  if (report === undefined || evidence === undefined || evaluation === undefined) return '';
  const { searchSuggestions: _, ...rest } = evidence;
  const key = { runId: runIdOf('hostile'), version: 1 };
  return renderReportPage({ key, report, evidence: rest, evaluation, plan });
}

/** What a page must not hold: scripts, handlers, outside resources, links to anywhere but its sources. */
function strangeIn(page: string, evidence: Evidence | undefined): readonly string[] {
  const known = new Set(
    evidence?.sources.flatMap(({ location }) => (location.kind === 'web' ? [location.url] : [])),
  );
  const tags = page.match(/<[a-z][^>]*>/giu) ?? [];
  const hrefs = [...page.matchAll(/\shref="([^"]*)"/gu)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  return [
    ...tags.filter((tag) => /^<(?:script|iframe|img|form|object|embed|link|base)\b/iu.test(tag)),
    ...tags.filter((tag) => /\s(?:on\w+|src|srcdoc)\s*=/iu.test(tag)),
    ...hrefs.filter((href) => !href.startsWith('#') && !known.has(href)),
  ];
}
