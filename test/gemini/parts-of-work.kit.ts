/** One part of a version's work, and what of what it keeps has to be made again for it to be asked anew. */
export const PARTS = {
  plan: /^(?:plan|step\.plan.*|evidence|report)$/u,
  search: /^(?:search\.g1|evidence|report)$/u,
  compare: /^(?:step\.compare.*|evidence|report)$/u,
  outline: /^(?:step\.write\.outline.*|report)$/u,
  chapter: /^(?:step\.write\.chapter\.1.*|report)$/u,
  closing: /^(?:step\.write\.closing.*|report)$/u,
} as const;

export type Part = keyof typeof PARTS;
export const PART_NAMES = ['plan', 'search', 'compare', 'outline', 'chapter', 'closing'] as const;
