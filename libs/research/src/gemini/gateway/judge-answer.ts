import type { RawAnswer } from './gemini-client.ts';
import { blockingOf, endingOf } from './finish-reasons.ts';
import { groundingOf, type TextPart } from './grounding.ts';
import { judgeFailure, statusInside } from './http-failure.ts';
import type { FunctionCall, ProseAnswer } from './model-gateway.ts';
import { deepFieldOf, fieldOf, listIn, textIn } from './unknown-json.ts';
import { refused, type Verdict } from './verdict.ts';

const UNUSABLE = { kind: 'again', reason: 'model-answer-unusable' } as const;

/** An answer as JSON; undefined when it is none. */
export function parsedBody({ body }: RawAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What follows from an answer, whatever it holds. `body` is its parsed body. */
export function judgeAnswer(raw: RawAnswer, body: unknown): Verdict {
  const isSuccess = raw.status >= 200 && raw.status < 300;
  const status = isSuccess ? statusInside(body) : raw.status;
  if (status !== undefined) return judgeFailure({ ...raw, status }, body);
  const blockReason = textIn(fieldOf(body, 'promptFeedback'), 'blockReason');
  const [candidate] = listIn(body, 'candidates');
  if (candidate === undefined && blockingOf(blockReason) === 'refused') {
    return { kind: 'end', error: refused(blockReason) };
  }
  return judgeCandidate(candidate);
}

function judgeCandidate(candidate: unknown): Verdict {
  const finishReason = textIn(candidate, 'finishReason');
  const ending = endingOf(finishReason);
  if (ending === 'refused') return { kind: 'end', error: refused(finishReason) };
  if (ending === 'reword') return { kind: 'reword' };
  if (ending === 'again') return UNUSABLE;
  const answer = answerOf(candidate, ending === 'cut');
  if (answer.calls.length === 0 && answer.parts.every((part) => part.trim() === '')) {
    return ending === 'cut' ? { ...UNUSABLE, needsRoom: true } : UNUSABLE;
  }
  return { kind: 'answer', answer };
}

function answerOf(candidate: unknown, isCut: boolean): ProseAnswer {
  const parts = listIn(fieldOf(candidate, 'content'), 'parts');
  const texts = parts.flatMap((part, place) => textPart(part, place));
  return {
    parts: texts.map(({ text }) => text),
    isCut,
    calls: parts.flatMap(functionCall),
    ...groundingOf(candidate, texts),
  };
}

/** Anything but an absent or false mark makes a thought: text that is not meant for readers stays away. */
function textPart(part: unknown, place: number): TextPart[] {
  const isThought = Boolean(fieldOf(part, 'thought'));
  const text = fieldOf(part, 'text');
  return typeof text === 'string' && !isThought ? [{ place, text }] : [];
}

function functionCall(part: unknown): FunctionCall[] {
  const call = fieldOf(part, 'functionCall');
  if (call === undefined || call === null) return [];
  const [id, signature] = [textIn(call, 'id'), textIn(part, 'thoughtSignature')];
  return [
    {
      name: textIn(call, 'name'),
      args: deepFieldOf(call, 'args') ?? {},
      ...(id === '' ? {} : { id }),
      ...(signature === '' ? {} : { signature }),
    },
  ];
}
