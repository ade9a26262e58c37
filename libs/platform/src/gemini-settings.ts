import { VERSION_LIMITS } from '@dossier/contracts';
import {
  hosts,
  microUsd,
  oneOf,
  readableFile,
  secret,
  text,
  webAddress,
  webAddresses,
  wholeNumber,
} from './setting-readers.ts';
import { setting } from './setting.ts';

const optional = undefined;
const modelOf = (what: string) =>
  setting(`Model that ${what}; the dated default when absent`, optional, text);

/** Who researches, with which models, from where, and for how much. */
export const GEMINI_SETTINGS = {
  DOSSIER_PROVIDER: setting(
    'Who researches: local-corpus reads a folder, gemini searches the web with models',
    'local-corpus',
    oneOf('local-corpus', 'gemini'),
  ),
  GEMINI_API_KEY: setting('Key of the Gemini API', optional, secret(8)),
  GOOGLE_GENAI_USE_VERTEXAI: setting(
    'Whether models are asked at Vertex AI in GOOGLE_CLOUD_PROJECT, with its service account',
    'false',
    oneOf('true', 'false'),
  ),
  GOOGLE_CLOUD_LOCATION: setting('Location of Vertex AI', 'global', text),
  GEMINI_BASE_URL: setting("Address of the models' API instead of Google's", optional, webAddress),
  GEMINI_API_VERSION: setting(
    "Version of the models' API, for example v1beta; the client's own choice when absent",
    optional,
    text,
  ),
  DOSSIER_MODEL_PLAN: modelOf('plans'),
  DOSSIER_MODEL_SEARCH: modelOf('searches'),
  DOSSIER_MODEL_COMPARE: modelOf('compares'),
  DOSSIER_MODEL_WRITE: modelOf('writes'),
  DOSSIER_MODEL_FALLBACK: setting(
    'Model that is asked while another is overloaded; none when absent',
    optional,
    text,
  ),
  DOSSIER_MODEL_CONCURRENCY: setting(
    'Requests to models under way at once in one process',
    '32',
    wholeNumber(1, 200),
  ),
  DOSSIER_PRICES: setting(
    'JSON file with what models cost (docs/operations.md); the dated prices when absent',
    optional,
    readableFile,
  ),
  DOSSIER_COST_PER_VERSION: setting(
    'US dollars that one version may cost',
    String(VERSION_LIMITS.costMicroUsd / 1_000_000),
    microUsd,
  ),
  DOSSIER_COST_PER_USER_DAY: setting(
    "US dollars that one person's runs may cost in a day (UTC); no limit when absent",
    optional,
    microUsd,
  ),
  DOSSIER_SOURCES_ALLOW: setting(
    'Hosts that alone may be sources, with commas between them; all when absent',
    optional,
    hosts,
  ),
  DOSSIER_SOURCES_DENY: setting(
    'Hosts that may not be sources, with commas between them',
    optional,
    hosts,
  ),
  DOSSIER_SOURCE_PAGES: setting(
    'Web addresses that every search reads, with commas between them',
    optional,
    webAddresses,
  ),
};
