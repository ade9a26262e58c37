import {
  LANGUAGES,
  type Agreement,
  type Divergence,
  type Evidence,
  type Gap,
  type GroupFindings,
  type Plan,
  type QueryGroup,
} from '@dossier/contracts';
import { claimsIn, type ComparedCorpus } from './compare-findings.ts';
import { absenceOf, LANGUAGE_NAMES } from './find-gaps.ts';
import { newExtracts, type FollowUpWork } from '../follow-up.ts';
import { extendSources } from '../evidence/extend-sources.ts';
import { mergeFindings } from '../evidence/merge-findings.ts';

/**
 * The base's evidence with what a follow-up's groups found beyond it. Everything of the base stays
 * under its key, letter for letter; what is new takes the next numbers, and is compared with all.
 */
export async function extendEvidence(
  plan: Plan,
  findings: readonly GroupFindings[],
  { base }: FollowUpWork,
  corpus: ComparedCorpus,
): Promise<Evidence> {
  const sources = extendSources(base.evidence.sources, mergeFindings(findings));
  const merged: Evidence = { ...base.evidence, sources };
  const fresh = new Set(newExtracts(base.evidence, merged).map(({ extract }) => extract.key));
  const further = plan.groups.slice(base.plan.groups.length);
  const claims = await claimsIn(plan.question, sources, corpus.lexicon);
  return {
    ...merged,
    agreements: extendAgreements(base.evidence.agreements, claims.agreements, fresh),
    divergences: extendDivergences(base.evidence.divergences, claims.divergences, fresh),
    gaps: extendGaps(further, base.evidence.gaps, merged, corpus),
  };
}

/** An agreement that new excerpts join keeps its words; one of new excerpts follows. */
function extendAgreements(
  base: readonly Agreement[],
  compared: readonly Agreement[],
  fresh: ReadonlySet<string>,
): Agreement[] {
  const open = compared.filter(({ extracts }) => extracts.some((key) => fresh.has(key)));
  const extended = base.map((agreement): Agreement => {
    const at = open.findIndex(({ extracts }) => shared(extracts, agreement.extracts).length > 1);
    const [joining] = at < 0 ? [] : open.splice(at, 1);
    const added = (joining?.extracts ?? []).filter((key) => fresh.has(key));
    return { ...agreement, extracts: [...agreement.extracts, ...added] };
  });
  return [...extended, ...open];
}

/** A divergence that new excerpts join keeps its words and the order of its sides. */
function extendDivergences(
  base: readonly Divergence[],
  compared: readonly Divergence[],
  fresh: ReadonlySet<string>,
): Divergence[] {
  const open = compared.filter(({ sides }) =>
    sides.some(({ extracts }) => extracts.some((key) => fresh.has(key))),
  );
  const extended = base.map((divergence): Divergence => {
    const at = open.findIndex((other) => tellsTheSame(divergence, other));
    const [joining] = at < 0 ? [] : open.splice(at, 1);
    return joining === undefined ? divergence : joined(divergence, joining, fresh);
  });
  return [...extended, ...open];
}

/** Whether two of the sides are held by excerpts that both divergences set against each other. */
function tellsTheSame(a: Divergence, b: Divergence): boolean {
  const met = a.sides.filter((side) =>
    b.sides.some((other) => shared(side.extracts, other.extracts).length > 0),
  );
  return a.kind === b.kind && met.length > 1;
}

function joined(base: Divergence, other: Divergence, fresh: ReadonlySet<string>): Divergence {
  const freshOf = ({ extracts }: Divergence['sides'][number]): string[] =>
    extracts.filter((key) => fresh.has(key));
  const sides = base.sides.map((side) => {
    const twin = other.sides.find(({ extracts }) => shared(extracts, side.extracts).length > 0);
    return twin === undefined ? side : { ...side, extracts: [...side.extracts, ...freshOf(twin)] };
  });
  const placed = new Set(sides.flatMap(({ extracts }) => extracts));
  const further = other.sides
    .map((side) => ({ ...side, extracts: freshOf(side).filter((key) => !placed.has(key)) }))
    .filter(({ extracts }) => extracts.length > 0);
  return { ...base, sides: [...sides, ...further] };
}

function shared(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((key) => b.includes(key));
}

/** What was missing and still is, then the languages in which none of the further groups found anything. */
function extendGaps(
  further: readonly QueryGroup[],
  base: readonly Gap[],
  { sources }: Evidence,
  { languages }: ComparedCorpus,
): Gap[] {
  const filled = [...languages].map(absenceOf);
  const open = base.filter(({ note }) => !filled.includes(note));
  const extracts = sources.flatMap((source) => source.extracts);
  const isVain = ({ id }: QueryGroup): boolean =>
    !extracts.some(({ groups }) => groups.includes(id));
  const vain = LANGUAGES.flatMap((language): Gap[] => {
    const groups = further.filter((group) => group.language === language);
    const [first, second] = groups;
    if (first === undefined || !groups.every(isVain)) return [];
    const about = second === undefined ? `「${first.purpose}」` : '';
    const searched = `${about}在${LANGUAGE_NAMES[language]}文件中沒有找到更多相關的句子。`;
    return [{ group: first.id, note: languages.has(language) ? searched : absenceOf(language) }];
  });
  const notes = new Set(open.map(({ note }) => note));
  return [...open, ...vain.filter(({ note }) => !notes.has(note))];
}
