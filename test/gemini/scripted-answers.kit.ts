import type { FakeGemini, SeenRequest } from '@dossier/fake-gemini';

const USAGE = { promptTokenCount: 900, candidatesTokenCount: 200, totalTokenCount: 1_100 };

/** The tasks that ask for JSON, and those that ask for prose. */
export const STRUCTURED_TASKS = ['plan', 'compare', 'outline', 'closing'] as const;
export const PROSE_TASKS = ['search', 'chapter'] as const;

/** A text as the model's whole answer. */
export function answering(text: string): object {
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: USAGE,
  };
}

/** A statement of an answer, and the pages that it is attributed to. */
export interface Grounded {
  readonly text: string;
  readonly pages: readonly number[];
}

/** An answer of a search, attributed to pages by UTF-8 offsets as Google does it. */
export function grounded(
  statements: readonly Grounded[],
  pages: readonly { readonly uri: string; readonly title: string }[],
  extra: object = {},
): object {
  let text = '';
  const groundingSupports = statements.map(({ text: statement, pages: indices }) => {
    const startIndex = Buffer.byteLength(text);
    text += `${statement}\n`;
    const endIndex = startIndex + Buffer.byteLength(statement);
    return { segment: { startIndex, endIndex, text: statement }, groundingChunkIndices: indices };
  });
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text }] },
        finishReason: 'STOP',
        index: 0,
        groundingMetadata: {
          webSearchQueries: ['地熱'],
          searchEntryPoint: { renderedContent: '<style>.c{}</style><div class="c">地熱</div>' },
          groundingChunks: pages.map((web) => ({ web })),
          groundingSupports,
          ...extra,
        },
      },
    ],
    usageMetadata: USAGE,
  };
}

/** Answers a task's requests, the follow-up questions of a chapter included. */
export function answerTask(
  fake: FakeGemini,
  task: string,
  make: (request: SeenRequest) => object,
): void {
  fake.answer((request) => request.task === task || request.task.startsWith(`${task}-`), make);
}

/** Keys of the extracts that a prompt shows, in their order. */
export function keysShown({ promptText }: SeenRequest): readonly string[] {
  return [...new Set(promptText.match(/S\d+-\d+/gu) ?? [])];
}
