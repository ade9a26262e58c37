export { escapeMarkdown } from './escape-markdown.ts';
