import { oneOf, secret, wholeNumber } from './setting-readers.ts';
import { setting } from './setting.ts';

/** A workspace is gone after 45 days, and its signed pages with it: a longer link would lead nowhere. */
const MAX_LINK_DAYS = 45;
const MIN_SECRET_LENGTH = 32;

/** Who may read reports, and for how long a link opens one (docs/grounding-policy.md). */
export const LINK_SETTINGS = {
  DOSSIER_GROUNDING_POLICY: setting(
    'strict: reports open by signed links only; own-sources: by their address. When absent: strict with gemini',
    undefined,
    oneOf('strict', 'own-sources'),
  ),
  DOSSIER_LINK_SECRET: setting(
    'Secret that signs links to reports; made and kept in DOSSIER_DATA on one machine',
    undefined,
    secret(MIN_SECRET_LENGTH),
  ),
  DOSSIER_LINK_DAYS: setting(
    'Days for which a signed link opens its report',
    '7',
    wholeNumber(1, MAX_LINK_DAYS),
  ),
};
