import type { Evidence, Gap } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import { checkAgreement } from './check-agreement.ts';
import { checkDivergence } from './check-divergence.ts';
import type { ComparisonAnswer, GapAnswer } from './comparison-answer.ts';
import { figuresIn, isKnown, knownFigures, type KnownFigures } from './figures.ts';
import { readStatement } from './wording.ts';

/** What is said of the sources by comparing them. */
export type Comparison = Pick<Evidence, 'agreements' | 'divergences' | 'gaps'>;

/** What an answer is checked against. */
export interface ComparedSources {
  readonly question: string;
  /** The excerpts that the model was shown, by key. */
  readonly shown: ReadonlyMap<string, Placed>;
  /** Keys of those that are new. What has none of them was compared before. */
  readonly fresh: ReadonlySet<string>;
  /** Ids of the groups that something may be missing from. */
  readonly groups: ReadonlySet<string>;
}

export interface CheckedComparison {
  readonly comparison: Comparison;
  /** What was left out, in sentences for the model; they hold no text of anybody. */
  readonly flaws: readonly string[];
  /** How many items the answer held. */
  readonly items: number;
}

/** Far more than is kept: what comes after is not even looked at. */
const MOST_READ = 100;
const MOST_KEPT = { agreements: 20, divergences: 20, gaps: 8 } as const;
/** A model that is told more at once repairs less. */
const MOST_FLAWS = 12;
/** What says that something is missing says so with one of these. */
const LACK =
  /缺|[沒没]有|未|[無无]法|不[足明詳详清夠够全到同]|[較较很甚]少|少[有見见於]|有限|尚|[難难]以|有待|[無无]資料|无资料/u;

/** Every item that the evidence bears; the others are left out one by one. */
export function checkComparison(
  answer: ComparisonAnswer,
  { question, shown, fresh, groups }: ComparedSources,
): CheckedComparison {
  const texts = [...shown.values()].map(({ extract }) => extract.text);
  const known = knownFigures([question, ...texts]);
  const agreements = sorted('agreements', answer.agreements, (one) => checkAgreement(one, shown));
  const divergences = sorted('divergences', answer.divergences, (one) =>
    checkDivergence(one, shown),
  );
  const gaps = sorted('gaps', answer.gaps, (one) => checkGap(one, groups, known));
  const isNew = (keys: readonly string[]): boolean => keys.some((key) => fresh.has(key));
  const all = [agreements, divergences, gaps];
  return {
    comparison: {
      agreements: unlike(agreements.kept, ({ claim }) => claim)
        .filter(({ extracts }) => isNew(extracts))
        .slice(0, MOST_KEPT.agreements),
      divergences: unlike(divergences.kept, ({ claim }) => claim)
        .filter(({ sides }) => isNew(sides.flatMap(({ extracts }) => extracts)))
        .slice(0, MOST_KEPT.divergences),
      gaps: unlike(gaps.kept, ({ note }) => note).slice(0, MOST_KEPT.gaps),
    },
    flaws: all.flatMap(({ flaws }) => flaws),
    items: all.reduce((sum, { kept, flaws }) => sum + kept.length + flaws.length, 0),
  };
}

/** What to tell a model whose answer is of no use; nothing when enough of it is. */
export function complaintsOf({ flaws, items }: CheckedComparison): readonly string[] {
  return flaws.length * 2 > items ? flaws.slice(0, MOST_FLAWS) : [];
}

function checkGap(
  { group, note }: GapAnswer,
  groups: ReadonlySet<string>,
  known: KnownFigures,
): Gap | string {
  const id = group.trim();
  if (!groups.has(id)) return 'the group is not listed';
  const { words, flaw } = readStatement(note);
  if (flaw !== undefined) return `the note ${flaw}`;
  if (!LACK.test(words)) return 'the note does not say what is missing';
  return figuresIn(words).every((figure) => isKnown(figure, known))
    ? { group: id, note: words }
    : 'the note holds a figure that no extract gives';
}

/** Items that pass, and what is wrong with the others. */
function sorted<A, T extends object>(
  name: string,
  items: readonly A[],
  check: (item: A) => T | string,
): { kept: T[]; flaws: string[] } {
  const checked = items.slice(0, MOST_READ).map(check);
  return {
    kept: checked.filter((one) => typeof one === 'object'),
    flaws: checked.flatMap((one, at) => (typeof one === 'string' ? `${name}[${at}]: ${one}` : [])),
  };
}

/** The first of each name. */
function unlike<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const names = items.map(nameOf);
  return items.filter((_, at) => names.indexOf(names[at] ?? '') === at);
}
