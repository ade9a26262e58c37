export { evaluateReport } from './evaluate-report.ts';
export { judgeChapter } from './judge-chapter.ts';
export { numbersIn, valuesIn } from './numbers.ts';
export { simplifiedCharacters } from './simplified-characters.ts';
export { ownWords, statementFlaws } from './statement-flaws.ts';
