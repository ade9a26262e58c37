import type { Notice, Publication, VersionState } from '@dossier/contracts';
import {
  noEvidenceMessage,
  reportCard,
  runCancelledMessage,
  runFailedMessage,
  type LineMessage,
} from '@dossier/line';

/** The one message that ends a version: the card, or a plain word about why there is none. */
export function composeNotice(
  version: VersionState,
  number: number,
  publication: Publication | undefined,
): { kind: Notice['kind']; message: LineMessage } {
  const { question } = version.request;
  const { stage, reason } = version.failure ?? { stage: 'notify', reason: 'unknown' };
  if (version.status === 'cancelled') {
    return { kind: 'cancelled', message: runCancelledMessage(question) };
  }
  if (version.status === 'no_evidence') {
    return { kind: 'no-evidence', message: noEvidenceMessage(question, reason) };
  }
  if (publication === undefined || version.status === 'failed') {
    return { kind: 'failure', message: runFailedMessage(question, stage, reason) };
  }
  return { kind: 'report', message: reportCard({ publication, version: number, question }) };
}
