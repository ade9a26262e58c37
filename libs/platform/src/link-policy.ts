import type { ServiceName } from '@dossier/contracts';
import type { ReportAccess } from './report-store.ts';

/** The settings that say who may read a report. */
export interface LinkPolicySettings {
  readonly DOSSIER_PROVIDER: 'local-corpus' | 'gemini';
  readonly DOSSIER_GROUNDING_POLICY: 'strict' | 'own-sources' | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const BUCKET_ADDRESS = 'https://storage.googleapis.com/';
/** They publish pages, show links to them, or open them. */
const LINKING: readonly ServiceName[] = ['ingress', 'publisher', 'notifier'];

/**
 * Who may read a report that is published now. Answers that Google Search grounds are for the person
 * who asked, so a forgotten setting must not make them public; one's own folder is one's own.
 */
export function accessOfNewReports({
  DOSSIER_PROVIDER: provider,
  DOSSIER_GROUNDING_POLICY: policy = provider === 'gemini' ? 'strict' : 'own-sources',
}: LinkPolicySettings): ReportAccess {
  return policy === 'strict' ? 'signed' : 'public';
}

/** What a service that has to do with links lacks; settings given by name, empty ones left out. */
export function linkProblems(
  given: Environment,
  services: readonly ServiceName[],
): readonly string[] {
  const strict =
    given['DOSSIER_GROUNDING_POLICY'] === 'strict' ||
    (given['DOSSIER_GROUNDING_POLICY'] === undefined && given['DOSSIER_PROVIDER'] === 'gemini');
  if (!strict || !services.some((service) => LINKING.includes(service))) return [];
  const problems: string[] = [];
  if (given['DOSSIER_LINK_SECRET'] === undefined) {
    problems.push(
      'DOSSIER_LINK_SECRET is missing: reports are private (DOSSIER_GROUNDING_POLICY), so give ingress, ' +
        'publisher and notifier the same secret of 32 characters or more',
    );
  }
  if (given['DOSSIER_PUBLIC_URL']?.startsWith(BUCKET_ADDRESS) === true) {
    problems.push(
      "DOSSIER_PUBLIC_URL must be the ingress's address: a bucket checks none of Dossier's signatures",
    );
  }
  return problems;
}
