/** The languages Dossier searches in and writes, as BCP 47 tags. */
export const LANGUAGES = ['zh-TW', 'ja', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
