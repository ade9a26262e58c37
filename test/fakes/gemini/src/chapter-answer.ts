import {
  blockText,
  extractsIn,
  keysIn,
  sourceOf,
  withoutData,
  type PromptExtract,
} from './prompt-data.ts';
import { textIn, type RequestView } from './request-view.ts';
import { SeededRandom } from './seeded-random.ts';
import { retold } from './retelling.ts';
import type { TaskName } from './task.ts';

const OPENINGS = ['', '', '另外，', '同時，', '就此而言，', '進一步來看，'];
const MOST_SENTENCES = 12;

/**
 * The body of a chapter from the extracts of a prompt: paragraphs of two or three sentences, each with
 * the keys of the extracts that it repeats, in the form in which the prompt shows keys.
 */
export function chapterAnswer(view: RequestView, task: TaskName, seed: number): string {
  const { promptText, turns } = view;
  // What follows a cut goes on with the text that the same prompt had got.
  const asked = task === 'chapter-go-on' ? promptText : JSON.stringify(turns);
  const whole = chapterBody(promptText, task, new SeededRandom(seed, asked));
  if (task !== 'chapter-go-on') return whole;
  const draft = turns
    .filter(({ role }) => role === 'model')
    .map(textIn)
    .join('');
  const full = chapterBody(promptText, 'chapter', firstRandom(view, seed));
  return full.startsWith(draft) && full.length > draft.length ? full.slice(draft.length) : whole;
}

function firstRandom({ turns }: RequestView, seed: number): SeededRandom {
  return new SeededRandom(seed, JSON.stringify(turns.slice(0, 1)));
}

function chapterBody(prompt: string, task: TaskName, random: SeededRandom): string {
  const marker = /\[\^S\d+-\d+\]/u.test(withoutData(prompt)) ? '[^' : '[';
  const told = retold(acrossSources(extractsFor(prompt, task))).slice(0, MOST_SENTENCES);
  const sentences = told.map(({ text, keys }, at) => {
    const opening = at === 0 ? '' : random.pick(OPENINGS);
    return `${opening}${text}${keys.map((key) => `${marker}${key}]`).join('')}。`;
  });
  const paragraphs: string[] = [];
  for (let at = 0; at < sentences.length;) {
    const count = random.whole(2, 3);
    paragraphs.push(sentences.slice(at, at + count).join(''));
    at += count;
  }
  return paragraphs.join('\n\n');
}

function extractsFor(prompt: string, task: TaskName): PromptExtract[] {
  const all = extractsIn(prompt);
  if (task !== 'rewrite-chapter') return all;
  const cited = keysIn(blockText(prompt, 'text', 'chapter'));
  const kept = all.filter(({ key }) => cited.includes(key));
  const isShorter = /短|精簡|濃縮|shorter/iu.test(blockText(prompt, 'wish'));
  return isShorter ? kept.slice(0, Math.max(2, Math.ceil(kept.length / 2))) : kept.reverse();
}

/** Takes one extract of each source in turn, so that a short chapter rests on several sources, too. */
function acrossSources(extracts: readonly PromptExtract[]): PromptExtract[] {
  const bySource = [...Map.groupBy(extracts, ({ key }) => sourceOf(key)).values()];
  const longest = Math.max(0, ...bySource.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    bySource.flatMap((own) => own[at] ?? []),
  ).flat();
}
