import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  BaseVersion,
  Clock,
  Evidence,
  FollowUpWish,
  GroupFindings,
  Language,
  Plan,
} from '@dossier/contracts';
import type { ResearchContext } from '../ports.ts';
import { createLocalCorpus, type LocalCorpusProvider } from './create-local-corpus.ts';

/** The moment at which all test research happens. */
export const NOW = '2026-12-01T08:00:00.000Z';

const clock: Clock = { now: () => new Date(NOW), sleep: () => Promise.resolve() };

/** A context that never aborts. */
export function testContext(signal = new AbortController().signal): ResearchContext {
  return { clock, signal };
}

/** Runs with a temporary folder of these files (path to content) and removes it afterwards. */
export async function withFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-corpus-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What one research on a folder gives. */
export interface Researched {
  readonly plan: Plan;
  readonly findings: readonly GroupFindings[];
  readonly evidence: Evidence;
}

/** Plans, searches all groups and compares. */
export async function research(
  from: string | LocalCorpusProvider,
  question: string,
  searchLanguages: readonly Language[] = ['zh-TW', 'ja', 'en'],
): Promise<Researched> {
  const { planner, searcher } =
    typeof from === 'string' ? createLocalCorpus({ folder: from }) : from;
  const context = testContext();
  const plan = await planner.plan(
    { kind: 'new', question, reportLanguage: 'zh-TW', searchLanguages },
    context,
  );
  const findings: GroupFindings[] = [];
  for (const group of plan.groups) findings.push(await searcher.search(plan, group, context));
  return { plan, findings, evidence: await searcher.compare(plan, findings, context) };
}

/** Researches and writes a first version. */
export async function firstVersion(
  provider: LocalCorpusProvider,
  question: string,
  searchLanguages?: readonly Language[],
): Promise<BaseVersion> {
  const { plan, evidence } = await research(provider, question, searchLanguages);
  const report = await provider.writer.write(plan, evidence, testContext());
  return { version: 1, plan, evidence, report };
}

/** Makes the next version of `base` as the stages do: only further groups are searched. */
export async function nextVersion(
  { planner, searcher, writer }: LocalCorpusProvider,
  base: BaseVersion,
  wish: FollowUpWish,
): Promise<BaseVersion> {
  const { question, searchLanguages } = base.plan;
  const fields = { question, reportLanguage: 'zh-TW', searchLanguages } as const;
  const request = { ...fields, baseVersion: base.version, ...wish };
  const context = { ...testContext(), request, base };
  let { plan, evidence } = base;
  if (wish.kind !== 'rewrite') {
    plan = await planner.plan(request, context);
    const findings: GroupFindings[] = [];
    for (const group of plan.groups.slice(base.plan.groups.length)) {
      findings.push(await searcher.search(plan, group, context));
    }
    evidence = await searcher.compare(plan, findings, context);
  }
  const report = await writer.write(plan, evidence, context);
  return { version: base.version + 1, plan, evidence, report };
}

/** Paths of the documents that evidence was taken from. */
export function pathsOf(evidence: Evidence): string[] {
  return evidence.sources.map(({ location }) =>
    location.kind === 'file' ? location.path : location.url,
  );
}
