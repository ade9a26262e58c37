import { extractIndex, type Evidence, type Gap } from '@dossier/contracts';
import { ownWords, simplifiedCharacters } from '@dossier/evaluation';
import { escapeMarkdown } from '@dossier/report';
import { oneLine, traditional, withoutAddresses } from './own-text.ts';

const LONGEST_NOTE = 200;

/** The chapter on limits, made by code: how the report came about, and what it does not answer. */
export async function limitsBody(evidence: Evidence, quotedChapters: number): Promise<string> {
  const { sources } = evidence;
  const extracts = [...extractIndex(evidence).values()].map(({ extract }) => extract);
  const hasWeb = sources.some(({ location }) => location.kind === 'web');
  const hasFiles = sources.some(({ location }) => location.kind === 'file');
  const lines = [
    '主題章節的文字由語言模型依編號的摘錄寫成，程式逐句檢查過引用與數字；語意是否相符，請以來源原文為準。',
    ...(extracts.some(({ wording }) => wording === 'grounded')
      ? ['網頁摘錄是搜尋工具依網頁內容整理的句子，不一定是網頁的原文。']
      : []),
    ...(hasWeb ? [`網頁查閱於${readOn(evidence)}，之後的變動不在其中。`] : []),
    ...(hasFiles ? ['部分內容來自指定資料夾中的文件。'] : []),
    '一致與分歧由語言模型比對摘錄得出，可能有遺漏，也不判斷哪一方正確。',
    ...(quotedChapters > 0
      ? [`有 ${quotedChapters} 章沒有得到可用的文字，改為逐字摘錄來源。`]
      : []),
  ];
  return [...lines.map((line) => `- ${line}`), ...(await gapLines(evidence.gaps))].join('\n');
}

/** One list item for each thing that the searches could not answer, each once. */
export async function gapLines(gaps: readonly Gap[]): Promise<readonly string[]> {
  const notes = await Promise.all(
    gaps.map(async ({ note }) => {
      const line = oneLine(await traditional(withoutAddresses(note))).slice(0, LONGEST_NOTE);
      const isFit = line !== '' && simplifiedCharacters(ownWords(line)).length === 0;
      return isFit ? [`- ${escapeMarkdown(/[。！？]$/u.test(line) ? line : `${line}。`)}`] : [];
    }),
  );
  return [...new Set(notes.flat())];
}

const day = new Intl.DateTimeFormat('zh-TW', { timeZone: 'Asia/Taipei', dateStyle: 'long' });

/** The day on which pages were read, in Taiwan; both ends when that took longer. */
function readOn({ sources }: Evidence): string {
  const times = sources
    .filter(({ location }) => location.kind === 'web')
    .map(({ retrievedAt }) => Date.parse(retrievedAt))
    .filter((time) => !Number.isNaN(time));
  if (times.length === 0) return '本報告撰寫之前';
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => day.format(time));
  return first === last ? ` ${first}` : ` ${first}至 ${last}`;
}
