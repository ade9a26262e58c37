import type { Notice, Publication, VersionState } from '@dossier/contracts';
import { failureMessage, noEvidenceMessage, reportCard, type LineMessage } from '@dossier/line';

/** The one message that ends a version: the card, or a plain word about why there is none. */
export function composeNotice(
  version: VersionState,
  number: number,
  publication: Publication | undefined,
): { kind: Notice['kind']; message: LineMessage } {
  const { question } = version.request;
  const reason = version.failure?.reason ?? 'unknown';
  if (version.status === 'no_evidence') {
    return { kind: 'no-evidence', message: noEvidenceMessage(reason, question) };
  }
  if (publication === undefined || version.status === 'failed') {
    return { kind: 'failure', message: failureMessage(reason, question) };
  }
  return { kind: 'report', message: reportCard({ publication, version: number, question }) };
}
