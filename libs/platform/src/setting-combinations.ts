import type { ServiceName } from '@dossier/contracts';
import { missingForLine, lineContradictions } from './line-credentials.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const LOCAL_SERVERS = ['PUBSUB_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST', 'STORAGE_EMULATOR_HOST'];

/** What is wrong between settings, or missing for what `services` do; each with its remedy. */
export function problemsAcross(
  environment: Environment,
  services: readonly ServiceName[],
): readonly string[] {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  );
  return [
    ...lineContradictions(given),
    ...lineProblemsOf(given, services),
    ...cloudProblems(given, services),
    ...oidcProblems(given),
  ];
}

function lineProblemsOf(given: Environment, services: readonly ServiceName[]): readonly string[] {
  const missing = missingForLine(given);
  if (services.includes('ingress')) return missing;
  // The notifier sends and takes no webhooks: with a token it needs no secret.
  const sends = services.includes('notifier');
  return sends && given['LINE_CHANNEL_ACCESS_TOKEN'] === undefined ? missing : [];
}

function cloudProblems(given: Environment, services: readonly ServiceName[]): readonly string[] {
  const local = LOCAL_SERVERS.every((name) => given[name] !== undefined);
  if (services.length === 0 || local || given['GOOGLE_CLOUD_PROJECT'] !== undefined) return [];
  return [
    'GOOGLE_CLOUD_PROJECT is missing: name your project, or set ' +
      `${LOCAL_SERVERS.join(', ')} to local servers (npm run emulators)`,
  ];
}

function oidcProblems(given: Environment): readonly string[] {
  const both = [given['DOSSIER_OIDC_AUDIENCE'], given['DOSSIER_OIDC_CALLERS']];
  return both.filter((value) => value !== undefined).length === 1
    ? ['DOSSIER_OIDC_AUDIENCE and DOSSIER_OIDC_CALLERS go together: set both or none']
    : [];
}
