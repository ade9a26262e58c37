import { ASPECTS, DENIAL, type AnswerLanguage, type Aspect } from './aspects.ts';
import { GENERAL_TOPIC, languageOf } from './prompt-data.ts';
import { SeededRandom } from './seeded-random.ts';

/** What one page states about one aspect of a topic. */
export interface Statement {
  readonly aspect: Aspect;
  readonly topic: string;
  readonly year: string;
  /** A figure, or `yes` or `no` where the aspect has none. */
  readonly value: string;
}

/** How often a page states another figure than most: some divergences, more agreements. */
const DEVIANT_SHARE = 0.35;

/**
 * What a page states: the same in every answer of this server, whatever the search was. Most pages
 * state the same figure for a question, some another one.
 */
export function statementOf(
  aspect: Aspect,
  topic: string,
  place: { readonly seed: number; readonly question: string; readonly domain: string },
): Statement {
  const { seed, question, domain } = place;
  const common = new SeededRandom(seed, question, aspect.id);
  const own = new SeededRandom(seed, question, aspect.id, domain);
  const isDeviant = own.chance(DEVIANT_SHARE);
  const year = String(common.whole(2021, 2025));
  if (aspect.range === undefined) return { aspect, topic, year, value: isDeviant ? 'no' : 'yes' };
  const [min, max] = aspect.range;
  const usual = common.whole(min, max);
  return { aspect, topic, year, value: String(isDeviant ? usual + own.whole(1, 5) : usual) };
}

/** The statement as a sentence. */
export function sentenceOf(
  { aspect, topic, year, value }: Statement,
  language: AnswerLanguage,
): string {
  const shown = value === 'yes' || value === 'no' ? DENIAL[language][value] : value;
  // Kana or Latin words in a Chinese sentence would be untranslated.
  const isForeign = language === 'zh-TW' && languageOf(topic) !== 'zh-TW';
  const isGeneral = isForeign || Object.values(GENERAL_TOPIC).includes(topic);
  const about = isGeneral ? GENERAL_TOPIC[language] : topic;
  const values: Readonly<Record<string, string>> = { topic: about, year, value: shown };
  return aspect.sentence[language].replace(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
}

/** The statement that a text makes, when it is a sentence of this server's making. */
export function readStatement(text: string): Statement | undefined {
  for (const { aspect, language, pattern } of PATTERNS) {
    const found = pattern.exec(text)?.groups;
    if (found === undefined) continue;
    const { topic = '', year = '', value = '' } = found;
    const { no } = DENIAL[language];
    const denied = value === no ? 'no' : 'yes';
    return { aspect, topic, year, value: aspect.range === undefined ? denied : value };
  }
  return undefined;
}

const PATTERNS = ASPECTS.flatMap((aspect) =>
  (['zh-TW', 'ja', 'en'] as const).map((language) => ({
    aspect,
    language,
    pattern: patternOf(aspect, language),
  })),
);

function patternOf(aspect: Aspect, language: AnswerLanguage): RegExp {
  const { yes, no } = DENIAL[language];
  const value = aspect.range === undefined ? `${no}|${yes}` : String.raw`\d+`;
  const groups: Readonly<Record<string, string>> = {
    topic: '(?<topic>.+?)',
    year: String.raw`(?<year>\d{4})`,
    value: `(?<value>${value})`,
  };
  // An extract may end before its full stop, or hold another sentence behind it.
  const sentence = aspect.sentence[language].slice(0, -1);
  const source = sentence.replace(/\{(\w+)\}/gu, (_, name: string) => groups[name] ?? '');
  return new RegExp(String.raw`${source}(?:。|\.(?=\s|$)|$)`, 'u');
}
