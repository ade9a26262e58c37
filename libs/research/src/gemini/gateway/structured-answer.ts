import { Retryable } from '@dossier/contracts';
import { withRoom } from './ask-model.ts';
import { checkedAnswer } from './checked-answer.ts';
import type { ProseAnswer, StructuredCall, Turn } from './model-gateway.ts';

/** Asks for JSON, with turns after the prompt. */
export type AskForJson<T extends object> = (
  call: StructuredCall<T>,
  history: readonly Turn[],
) => Promise<ProseAnswer>;

/** An answer that is shown to the model again; the beginning is enough to see what was meant. */
const MAX_SHOWN_LENGTH = 20_000;

/**
 * A checked answer. One that was cut is asked for once more with more room; any other that is wrong is
 * shown to the model once, with what is wrong.
 * @throws Retryable `model-answer-unusable` with the findings when the second is wrong, too.
 */
export async function structuredAnswer<T extends object>(
  call: StructuredCall<T>,
  askForJson: AskForJson<T>,
): Promise<T> {
  const first = await askForJson(call, []);
  const answer = checkedAnswer(first, call);
  if ('value' in answer) return answer.value;
  const second = first.isCut
    ? await askForJson(withRoom(call), [])
    : await askForJson(call, correction(first, answer.findings));
  const corrected = checkedAnswer(second, call);
  if ('value' in corrected) return corrected.value;
  throw new Retryable('model-answer-unusable', { message: corrected.findings.join(' ') });
}

function correction({ parts }: ProseAnswer, findings: readonly string[]): Turn[] {
  const text = [
    'That answer cannot be used:',
    ...findings.map((finding) => `- ${finding}`),
    'Answer again, whole and corrected: one JSON object that follows the schema, and nothing else.',
  ].join('\n');
  return [
    { by: 'model', text: parts.join('').slice(0, MAX_SHOWN_LENGTH) },
    { by: 'us', text },
  ];
}
