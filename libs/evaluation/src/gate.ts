import type { Chapter, Evidence, Extract, GateResult, Report, Source } from '@dossier/contracts';
import type { ChapterReading, Statement } from '@dossier/report';
import type { GateThresholds } from './gate-thresholds.ts';

/** A chapter with what its Markdown says. */
export interface JudgedChapter {
  readonly chapter: Chapter;
  readonly reading: ChapterReading;
}

/** What the gates judge: the report, read once, and the evidence it must rest on. */
export interface Subject {
  readonly report: Report;
  readonly evidence: Evidence;
  readonly chapters: readonly JudgedChapter[];
  /** Themes and divergences: the chapters that make claims. */
  readonly content: readonly JudgedChapter[];
  readonly extracts: ReadonlyMap<string, { readonly source: Source; readonly extract: Extract }>;
}

/** One deterministic rule. It never throws: what is wrong comes back as findings. */
export interface Gate {
  readonly id: string;
  /** In words, for example `citation-validity`. */
  readonly name: string;
  judge(subject: Subject, thresholds: GateThresholds): Judgement;
}

/** What a gate says; the table adds its id and name. */
export interface Judgement {
  readonly verdict: GateResult['verdict'];
  readonly measure: number;
  readonly threshold: number;
  readonly findings: readonly string[];
}

/** Passes when at least `threshold` of `total` are good; an empty total is all good. */
export function atLeastShare(
  good: number,
  total: number,
  threshold: number,
  findings: readonly string[],
): Judgement {
  const measure = total === 0 ? 1 : good / total;
  return judgement(measure >= threshold, measure, threshold, findings);
}

/** Passes when nothing was found. */
export function noFaults(findings: readonly string[]): Judgement {
  return judgement(findings.length === 0, findings.length, 0, findings);
}

/** A verdict with its findings; a passed gate names none. */
export function judgement(
  passed: boolean,
  measure: number,
  threshold: number,
  findings: readonly string[],
): Judgement {
  return {
    verdict: passed ? 'pass' : 'fail',
    measure,
    threshold,
    findings: passed ? [] : findings,
  };
}

/** `「航次」：電動渡輪……`, short enough to read in a list. */
export function findingIn({ chapter }: JudgedChapter, text: string): string {
  return `「${shorten(chapter.heading)}」：${shorten(text)}`;
}

/** Statements long enough to claim something. */
export function claimsOf(
  { reading }: JudgedChapter,
  { statementLength }: GateThresholds,
): readonly Statement[] {
  return reading.statements.filter(({ text }) => [...text].length >= statementLength);
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : text;
}
