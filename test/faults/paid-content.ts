import { createHash } from 'node:crypto';
import type {
  Evidence,
  FoundExtract,
  GroupFindings,
  Plan,
  Report,
  ResearchRequest,
  Source,
} from '@dossier/contracts';
import { sampleEvidence, samplePlan, sampleReport } from '@dossier/report/testing';

type FoundSource = GroupFindings['sources'][number];

/** The same plan of four groups for every question. */
export function paidPlan({ question, reportLanguage, searchLanguages }: ResearchRequest): Plan {
  return { ...samplePlan(), provider: 'paid', question, reportLanguage, searchLanguages };
}

/** What group number `index` finds: one document, the same whenever it is asked. */
export function paidFindings(plan: Plan, index: number): GroupFindings {
  const source = sampleEvidence().sources[index];
  const group = plan.groups[index];
  if (source === undefined || group === undefined) throw new Error(`no search number ${index}`);
  return { groupId: group.id, sources: [foundSource(source)] };
}

/**
 * The findings merged. Made from what is handed in, so that a finding that got lost on the way is
 * missed here.
 * @throws Error unless there is exactly one finding per group, in the order of the plan.
 */
export function paidEvidence(plan: Plan, findings: readonly GroupFindings[]): Evidence {
  const order = findings.map(({ groupId }) => groupId).join(' ');
  const planned = plan.groups.map(({ id }) => id).join(' ');
  if (order !== planned) throw new Error(`findings of ${order} do not fit a plan of ${planned}`);
  const found = findings.flatMap(({ groupId, sources }) =>
    sources.map((source) => ({ groupId, source })),
  );
  const sources = found.map(({ groupId, source }, s): Source => ({
    ...source,
    key: `S${s + 1}`,
    extracts: source.extracts.map((extract, e) => ({
      ...extract,
      key: `S${s + 1}-${e + 1}`,
      groups: [groupId],
    })),
  }));
  return { ...sampleEvidence(), question: plan.question, sources };
}

/** A report that every gate passes, given `paidEvidence`. */
export function paidReport(writtenAt: Date): Report {
  return { ...sampleReport(), provider: 'paid', writtenAt: writtenAt.toISOString() };
}

/** A document made around the excerpts of a sample source, with the offsets and the hash that it really has. */
function foundSource({ key: _key, extracts, ...source }: Source): FoundSource {
  let text = `# ${source.title}\n`;
  const located = extracts.map(({ key: _, groups: _groups, ...extract }): FoundExtract => {
    text += `\n## ${extract.heading}\n\n${extract.before}`;
    const start = text.length;
    const line = text.split('\n').length;
    text += extract.text;
    const end = text.length;
    text += `${extract.after}\n`;
    return { ...extract, start, end, line };
  });
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { ...source, sha256, extracts: located };
}
