import type { GroupFindings, QueryGroup } from '@dossier/contracts';
import type { SourceRules } from '../gemini-parts.ts';
import type { PagesToRead } from '../sources/pages-to-read.ts';
import type { ServerToolAnswer } from './ask-with-server-tools.ts';
import { canBeKept } from './bounded-findings.ts';
import { groundedSources, type GroundedSources } from './grounded-sources.ts';
import { PageReadings } from './page-readings.ts';
import { joinedProblems, problemsOf } from './problems.ts';

/** What an answer is read with. */
export interface Reading {
  readonly group: QueryGroup;
  readonly rules: SourceRules;
  readonly named: PagesToRead;
}

/** A group's findings from what a model answered with the provider's own tools; undefined: it was not asked. */
export function readAnswer(
  asked: ServerToolAnswer | undefined,
  { group, rules, named }: Reading,
): GroupFindings {
  const suggestion = asked?.answer?.suggestionHtml ?? '';
  const isShowable = canBeKept(suggestion);
  const grounded = groundedIn(asked, { group, rules, named });
  const sources = isShowable ? grounded.sources : [];
  const problems = joinedProblems([
    ...problemsOf({
      'tool-refused': asked?.refused ?? 0,
      'page-not-read': named.dropped,
      'source-refused': named.refused,
    }),
    ...(isShowable ? grounded.problems : problemsOf({ ungrounded: 1 })),
  ]);
  return {
    groupId: group.id,
    sources,
    ...(problems.length === 0 ? {} : { problems }),
    // Suggestions belong to an answer that is shown, and to no other.
    ...(sources.length > 0 && suggestion ? { searchSuggestion: suggestion } : {}),
  };
}

function groundedIn(
  asked: ServerToolAnswer | undefined,
  { group, rules, named }: Reading,
): GroundedSources {
  if (asked?.answer === undefined) return { sources: [], problems: [] };
  return groundedSources(asked.answer, {
    rules,
    readings: new PageReadings(named.pages, asked.answer.pages),
    since: group.since,
    retrievedAt: asked.at,
  });
}
