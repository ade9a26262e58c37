/** Models that exist here: those that @google/genai 3.3.0 names, without the ones that Google took back. */
const KNOWN = [
  'gemini-3.8-flash',
  'gemini-3.7-flash',
  'gemini-3.7-flash-lite',
  'gemini-3.6-flash',
  'gemini-3.5-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
  'gemini-3-flash-preview',
  'gemini-2.5-pro',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
  'gemini-flash-latest',
  'gemini-pro-latest',
] as const;

/** The most tokens that any of them writes in one answer. */
export const MAX_OUTPUT_TOKENS = 65_536;

/** What the server tells of one model. */
export interface ModelCard {
  readonly name: string;
  readonly displayName: string;
  readonly inputTokenLimit: number;
  readonly outputTokenLimit: number;
  readonly supportedGenerationMethods: readonly string[];
}

/** The models of this server, in the order in which it lists them. */
export class Models {
  readonly #names: readonly string[];

  /** `further` are models that a test wants to exist besides. */
  constructor(further: readonly string[] = []) {
    this.#names = [...KNOWN, ...further];
  }

  /** Whether there is a model of this name. */
  has(name: string): boolean {
    return this.#names.includes(name);
  }

  /** All of them. */
  get cards(): readonly ModelCard[] {
    return this.#names.map(cardOf);
  }
}

/** What the server tells of one model. */
export function cardOf(name: string): ModelCard {
  return {
    name: `models/${name}`,
    displayName: name,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: MAX_OUTPUT_TOKENS,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  };
}

/** Gemini 3 and newer: takes tools and a schema at once, and wants its thought signatures back. */
export function isGemini3(model: string): boolean {
  const [, generation] = /^gemini-(\d+)/u.exec(model) ?? [];
  return generation === undefined || Number(generation) >= 3;
}
