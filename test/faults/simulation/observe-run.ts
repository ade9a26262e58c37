import { createHash } from 'node:crypto';
import type { AuditEntry, RunKey, Workspace } from '@dossier/contracts';
import type { ObservedRun, SeenArtifact } from '../invariants.ts';
import { neutralText } from '../neutral-text.ts';
import { brokenLineage, withoutTags } from './lineage.ts';
import type { Surroundings } from './machine.ts';
import type { DocumentData } from './stored-documents.ts';
import type { Question } from './webhooks.ts';

/** Whether the last attempt failed, could not read, or its worker died decides which of these a run ends with. */
export const LAST_ATTEMPT = /attempts-exhausted|TypeError|\bError\b/g;

/** Gathers what a run left behind in a world, neutral. */
export function observeRun(key: RunKey, question: Question, around: Surroundings): ObservedRun {
  const { documents, objects, line, paid } = around;
  const { runId } = key;
  const person = { runId, question: question.text, userId: question.userId };
  const neutral = (text: string): string =>
    withoutTags(neutralText(person, text)).replaceAll(LAST_ATTEMPT, 'NO-ATTEMPT-LEFT');
  const contents = (name: string): { id: string; data: DocumentData; createdAt: number }[] =>
    documents.pathsIn(`workspaces/${runId}/${name}`).map((path) => {
      const { data = {}, createdAt } = documents.read(path);
      return { id: path.slice(path.lastIndexOf('/') + 1), data, createdAt };
    });
  const hashes = [...objects.byName.values()].map(({ body }) => sha256(body));
  const artifacts = contents('artifacts').map(({ id, data, createdAt }): [string, SeenArtifact] => {
    const text = String(data['content']);
    const { htmlSha256 } = { htmlSha256: undefined, ...(JSON.parse(text) as object) };
    const pageIsStored = htmlSha256 === undefined || hashes.includes(String(htmlSha256));
    return [id, { content: { text: neutral(text), pageIsStored }, createdAt }];
  });
  const workspace = documents.read(`workspaces/${runId}`).data as Workspace | undefined;
  const { reason = '' } = workspace?.versions['1']?.failure ?? {};
  // The person reads the reason in words.
  const said = (messages: unknown): string =>
    reason.search(LAST_ATTEMPT) < 0 ? neutral(JSON.stringify(messages)) : 'NO-ATTEMPT-LEFT';
  const ownObjects = [...objects.byName].filter(([name]) => name.includes(runId));
  return {
    key,
    workspace,
    audit: contents('audit').map(({ data }) => data as unknown as AuditEntry),
    artifacts: Object.fromEntries(artifacts),
    objects: Object.fromEntries(
      ownObjects.map(([name, { body, writes }]) => [
        neutral(name),
        { body: neutral(body), writes },
      ]),
    ),
    pushes: line.pushes
      .filter(({ to }) => to === question.userId)
      .map(({ retryKey, messages }) => ({ retryKey, messages: said(messages) })),
    paidCalls: paid.byQuestion.get(question.text) ?? [],
  };
}

/** What of a run was made from something that is not stored (see `brokenLineage`). */
export function brokenDescent(
  { runId }: RunKey,
  { userId }: Question,
  around: Surroundings,
): string[] {
  const { documents, objects, line } = around;
  const artifacts = documents.pathsIn(`workspaces/${runId}/artifacts`).map((path) => {
    const content = String(documents.peek(path)?.['content']);
    return [path.slice(path.lastIndexOf('/') + 1), content] as const;
  });
  const pages = [...objects.byName]
    .filter(([name]) => name.includes(runId))
    .map(([name, { body }]) => [name, body] as const);
  const pushes = line.pushes
    .filter(({ to }) => to === userId)
    .map(({ messages }) => ['the push', JSON.stringify(messages)] as const);
  // Without a page the push is a plain word about the end.
  const shown = pages.length === 0 ? [] : [...pages, ...pushes];
  return brokenLineage(Object.fromEntries(artifacts), Object.fromEntries(shown));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
