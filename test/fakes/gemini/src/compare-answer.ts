import { extractsIn, sourceOf } from './prompt-data.ts';
import { readStatement, sentenceOf, type Statement } from './statements.ts';

interface Position {
  readonly statement: Statement;
  readonly extracts: readonly string[];
}

/**
 * Where the extracts of a prompt say the same of one aspect, and where they contradict each other.
 * Claims hold no figures; a side's position is what its extracts state.
 */
export function compareProposal(prompt: string): object {
  const aspects = Map.groupBy(statedIn(prompt), ({ statement }) => statement.aspect);
  const agreements: object[] = [];
  const divergences: object[] = [];
  for (const [{ label, range }, stated] of aspects) {
    const positions = positionsOf(stated);
    for (const { extracts } of positions) {
      if (new Set(extracts.map(sourceOf)).size < 2) continue;
      agreements.push({ claim: `多個來源對${label}的說法一致`, extracts });
      break;
    }
    const sides = withoutSharedSources(positions);
    if (sides.length < 2) continue;
    divergences.push({
      kind: range === undefined ? 'polarity' : 'numeric',
      claim: `各來源對${label}的說法不同`,
      sides: sides.map(({ statement, extracts }) => ({
        position: sentenceOf(statement, 'zh-TW').slice(0, -1),
        extracts,
      })),
    });
  }
  return { agreements, divergences, gaps: gapsIn(prompt) };
}

/** The extracts of a prompt that state something, with what they state. */
function statedIn(prompt: string): { key: string; statement: Statement }[] {
  return extractsIn(prompt).flatMap(({ key, text }) => {
    const statement = readStatement(text);
    return statement === undefined ? [] : [{ key, statement }];
  });
}

function positionsOf(stated: readonly { key: string; statement: Statement }[]): Position[] {
  const byValue = Map.groupBy(stated, ({ statement: { year, value } }) => `${year} ${value}`);
  return [...byValue.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [{ statement: first.statement, extracts: same.map(({ key }) => key) }];
  });
}

function withoutSharedSources(positions: readonly Position[]): Position[] {
  const seen = new Set<string>();
  return positions.flatMap(({ statement, extracts }) => {
    const own = extracts.filter((key) => !seen.has(sourceOf(key)));
    own.forEach((key) => seen.add(sourceOf(key)));
    return own.length === 0 ? [] : [{ statement, extracts: own }];
  });
}

function gapsIn(prompt: string): object[] {
  const [group] = prompt.match(/\bg\d+\b/u) ?? [];
  return group === undefined ? [] : [{ group, note: '缺少最近一年的資料' }];
}
