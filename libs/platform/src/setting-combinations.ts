import type { ServiceName } from '@dossier/contracts';
import { missingForLine, lineContradictions } from './line-credentials.ts';
import { linkProblems } from './link-policy.ts';

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
    ...modelProblems(given, services),
    ...linkProblems(given, services),
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

/** Services whose stages ask a model. */
export const ASKING: readonly ServiceName[] = ['planner', 'searcher', 'writer'];

function modelProblems(given: Environment, services: readonly ServiceName[]): readonly string[] {
  if (!services.some((service) => ASKING.includes(service))) return [];
  const missing = missingForModels(given);
  const atVertex = given['GOOGLE_GENAI_USE_VERTEXAI'] === 'true';
  return given['DOSSIER_PROVIDER'] === 'gemini' &&
    atVertex &&
    given['GOOGLE_CLOUD_PROJECT'] === undefined
    ? [...missing, 'GOOGLE_CLOUD_PROJECT is missing: Vertex AI is asked in your project']
    : missing;
}

/** What the provider gemini lacks to ask its models, by the settings alone; empty for other providers. */
export function missingForModels(given: Readonly<Record<string, unknown>>): readonly string[] {
  const hasKey = given['GEMINI_API_KEY'] !== undefined;
  const atVertex = given['GOOGLE_GENAI_USE_VERTEXAI'] === 'true';
  if (given['DOSSIER_PROVIDER'] !== 'gemini' || hasKey !== atVertex) return [];
  return hasKey
    ? ['GEMINI_API_KEY and GOOGLE_GENAI_USE_VERTEXAI=true exclude each other: take one out']
    : [
        'GEMINI_API_KEY is missing: the provider gemini needs a key of the Gemini API, or ' +
          'GOOGLE_GENAI_USE_VERTEXAI=true with GOOGLE_CLOUD_PROJECT; --fake-gemini needs neither',
      ];
}
