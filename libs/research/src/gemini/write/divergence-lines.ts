import { extractIndex, type Divergence, type Evidence } from '@dossier/contracts';
import { statementFlaws } from '@dossier/evaluation';
import { readChapter } from '@dossier/report';
import { divergenceLine, NO_DIVERGENCES } from '../../local-corpus/write-report.ts';
import { isRepeated } from './draft-rules.ts';
import { oneLine, traditional, withoutAddresses } from './own-text.ts';

/** Says what sources differ on when the claim says more than they do. */
const SOME_CLAIM = '同一件事的說法';
const LONGEST_CLAIM = 120;
/** UTF-16 units. Longer lines are no comparison, and the parser refuses what is much longer. */
const LONGEST_LINE = 8_000;

/** The chapter on divergences, made by code from what was compared. */
export async function divergencesBody(evidence: Evidence): Promise<string> {
  const lines = await divergenceLines(evidence.divergences, evidence);
  return lines.length === 0 ? NO_DIVERGENCES : lines.join('\n');
}

/** One list item for each divergence, both sides in it, literal and cited; each once. */
export async function divergenceLines(
  divergences: readonly Divergence[],
  evidence: Evidence,
): Promise<readonly string[]> {
  const extracts = extractIndex(evidence);
  const lines: string[] = [];
  const told: string[] = [];
  for (const divergence of divergences) {
    const claim = oneLine(await traditional(withoutAddresses(divergence.claim)));
    const [line] = [claim.slice(0, LONGEST_CLAIM), SOME_CLAIM]
      .map((each) => divergenceLine({ ...divergence, claim: each }, extracts))
      .filter((each) => isSound(each, extracts));
    const text = line === undefined ? '' : plainText(line);
    if (line === undefined || isRepeated(text, told)) continue;
    lines.push(line);
    told.push(text);
  }
  return lines;
}

/** One statement that cites both sides, and no figure that they do not give. */
function isSound(line: string, extracts: ReturnType<typeof extractIndex>): boolean {
  if (line.length > LONGEST_LINE) return false;
  const { statements } = readChapter({ markdown: line });
  const [first] = statements;
  if (first === undefined || statements.length > 1 || new Set(first.markers).size < 2) return false;
  const { unknown, untraced, simplified } = statementFlaws(first, extracts);
  return unknown.length + untraced.length + simplified.length === 0;
}

function plainText(line: string): string {
  return readChapter({ markdown: line })
    .statements.map(({ text }) => text)
    .join('');
}
