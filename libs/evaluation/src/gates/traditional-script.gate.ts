import { findingIn, noFaults, type Gate } from '../gate.ts';
import { simplifiedCharacters } from '../simplified-characters.ts';
import { ownWords } from '../statement-flaws.ts';

/**
 * G10: the report's own words hold no character that only Simplified Chinese uses. Quotations, block
 * quotes, code and links keep the script of their source, and so do titles in 《》 or 〈〉.
 */
export const traditionalScriptGate: Gate = {
  id: 'G10',
  name: 'traditional-script',
  judge: ({ report, chapters }) =>
    noFaults([
      ...simplifiedCharacters(ownWords(report.title)).map((character) => `標題：${character}`),
      ...chapters.flatMap((judged) =>
        simplifiedCharacters(ownWords(`${judged.chapter.heading}\n${judged.reading.prose}`)).map(
          (character) => findingIn(judged, character),
        ),
      ),
    ]),
};
