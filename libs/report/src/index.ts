export { compileMarkdown } from './compile-markdown.ts';
export { escapeMarkdown } from './escape-markdown.ts';
export { UnreadableChapter } from './parse-chapter.ts';
export { readChapter, statementsOf, type ChapterReading } from './read-chapter.ts';
export { reportCounts } from './report-counts.ts';
export { summaryText } from './report-summary.ts';
export type { Statement } from './statements.ts';
