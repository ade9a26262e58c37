import type { AnswerLanguage } from './aspects.ts';
import { blockText, dataBlocks, topicOf, withoutData } from './prompt-data.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Sides of a question that a plan looks at: purpose, words for each language, kind of source. */
const SIDES: readonly (Readonly<Record<AnswerLanguage, string>> & {
  readonly purpose: string;
  readonly sourceKind: string;
})[] = [
  side('現況與定義', '現況 說明', 'の現状について', 'overview current state', 'official'),
  side('數據與規模', '統計 數據', 'の統計データ', 'statistics market size', 'statistics'),
  side('風險與批評', '風險 爭議', 'のリスクと課題', 'criticism risks', 'news'),
  side('成效的研究', '研究 成效', 'の効果に関する研究', 'study effectiveness', 'academic'),
  side('制度與法規', '法規 政策', 'の制度と規制', 'regulation policy', 'official'),
  side('產業的動向', '產業 動向', 'の業界動向', 'industry trends', 'industry'),
  side('使用者的看法', '使用者 調查', 'の利用者調査', 'user survey', 'news'),
  side('各國的做法', '國際 比較', 'の国際比較', 'international comparison', 'academic'),
];
const CODES = /(?<![\w-])(?:zh-TW|ja|en)(?![\w-])/gu;

/** A plan for the question of a prompt; `most` groups, in turn in each language that the prompt names. */
export function planProposal(prompt: string, random: SeededRandom, most: number): object {
  const question = blockText(prompt, 'question') || (dataBlocks(prompt)[0]?.text ?? prompt);
  const languages = languagesIn(prompt);
  const count = Math.max(most, languages.length);
  const groups = random.sample(SIDES, count).map((chosen, at) => {
    const language = languages[at % languages.length] ?? 'zh-TW';
    const joint = language === 'ja' ? '' : ' ';
    return {
      purpose: chosen.purpose,
      query: `${topicOf(question, language)}${joint}${chosen[language]}`,
      language,
      sourceKind: chosen.sourceKind,
    };
  });
  return { groups };
}

/** A wish that a person's words come to. */
export function wishProposal(prompt: string): object {
  const words = blockText(prompt, 'wish') || (dataBlocks(prompt).at(-1)?.text ?? '');
  const number = /第?\s*([0-9一二三四五六七八九])\s*章/u.exec(words)?.[1];
  const chapter =
    number === undefined ? undefined : Number(number) || '一二三四五六七八九'.indexOf(number) + 1;
  const languages = [
    ...(/日文|日語|日本語|Japanese/iu.test(words) ? ['ja'] : []),
    ...(/英文|英語|English/iu.test(words) ? ['en'] : []),
  ];
  return {
    kind: wishKind(words, chapter !== undefined),
    ...(chapter !== undefined && { chapter }),
    ...(languages.length > 0 && { languages }),
  };
}

function wishKind(words: string, isOnChapter: boolean): string {
  if (/來源|資料|source/iu.test(words)) return 'add-sources';
  if (/改寫|口語|短|長|語氣|rewrite|tone/iu.test(words)) return 'rewrite';
  if (/發布|發佈|publish/iu.test(words)) return 'republish';
  return isOnChapter ? 'deepen' : 'unclear';
}

function languagesIn(prompt: string): AnswerLanguage[] {
  const named = new Set<string>(withoutData(prompt).match(CODES));
  const known = (['zh-TW', 'ja', 'en'] as const).filter((code) => named.has(code));
  return known.length > 0 ? known : ['zh-TW', 'ja', 'en'];
}

function side(purpose: string, zh: string, ja: string, en: string, sourceKind: string) {
  return { purpose, 'zh-TW': zh, ja, en, sourceKind };
}
