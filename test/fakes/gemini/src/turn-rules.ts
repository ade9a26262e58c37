import { invalid } from './google-refusal.ts';
import { objectOf, textOf } from './json.ts';
import { isGemini3 } from './models.ts';
import type { RuleContext } from './request-rules.ts';
import { partsWith, type RequestView, type TurnView } from './request-view.ts';

/** Google lets histories of other models through with one of these instead of a signature (its docs). */
const SIGNATURE_BYPASS = [
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
];

/** @throws GoogleRefusal when the turns of a request are not a conversation that Google takes. */
export function checkTurns({ turns }: RequestView, context: RuleContext): void {
  if (turns.length === 0) {
    throw invalid(
      'contents-empty',
      '* GenerateContentRequest.contents: contents is not specified\n',
      'contents',
    );
  }
  turns.forEach((turn, at) => checkTurn(turn, at, context));
  turns.forEach((turn, at) => checkCalls(turn, turns[at - 1], turns[at + 1]));
  turns.forEach((turn, at) => checkAnswers(turn, turns[at - 1]));
  if (turns.at(-1)?.role === 'model') {
    throw invalid('ends-with-model', 'Please ensure that the last turn is of the role user.');
  }
  if (context.needsSignatures && isGemini3(context.model)) turns.forEach(checkSignatures);
}

function checkTurn({ role, parts }: TurnView, at: number, { api }: RuleContext): void {
  const isWithoutRole = role === '' && api === 'gemini';
  if (!isWithoutRole && role !== 'user' && role !== 'model') {
    throw invalid('role', 'Please use a valid role: user, model.', `contents[${at}].role`);
  }
  if (parts.length === 0) {
    throw invalid(
      'parts-empty',
      `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`,
      `contents[${at}].parts`,
    );
  }
  for (const part of parts) {
    const data = ['text', 'functionCall', 'functionResponse'].filter((field) => field in part);
    if (data.length === 1) continue;
    throw invalid(
      'part-data',
      `* GenerateContentRequest.contents[${at}].parts: each part must hold exactly one of its data fields, and one is initialized with ${data.length}.\n`,
    );
  }
}

function checkCalls(turn: TurnView, before?: TurnView, after?: TurnView): void {
  const calls = partsWith(turn, 'functionCall').length;
  if (calls === 0) return;
  if (turn.role !== 'model' || before === undefined || before.role === 'model') {
    throw invalid(
      'function-call-order',
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    );
  }
  const answers = after === undefined ? 0 : partsWith(after, 'functionResponse').length;
  if (answers !== calls) {
    throw invalid(
      'function-response-count',
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    );
  }
}

function checkAnswers(turn: TurnView, before?: TurnView): void {
  const answers = partsWith(turn, 'functionResponse').map((part) =>
    nameIn(part['functionResponse']),
  );
  if (answers.length === 0) return;
  const calls = before === undefined ? [] : partsWith(before, 'functionCall');
  if (turn.role === 'model' || calls.length === 0) {
    throw invalid(
      'function-response-order',
      'Please ensure that function response turn comes immediately after a function call turn.',
    );
  }
  const names = calls.map((part) => nameIn(part['functionCall']));
  if (names.join('\n') !== answers.join('\n')) {
    throw invalid(
      'function-response-name',
      'Please ensure that the function response parts have the names of the function call parts, in their order.',
    );
  }
}

function checkSignatures(turn: TurnView, at: number): void {
  const [first] = partsWith(turn, 'functionCall');
  if (first === undefined) return;
  const signature = textOf(first['thoughtSignature']);
  const name = nameIn(first['functionCall']);
  if (signature === '') {
    throw invalid(
      'thought-signature-missing',
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\`, position ${at + 1}.`,
    );
  }
  if (signature !== signatureOf(name) && !SIGNATURE_BYPASS.includes(signature)) {
    throw invalid('thought-signature-invalid', 'Corrupted thought signature.');
  }
}

/** The signature that this server gives its call of a function. */
export function signatureOf(functionName: string): string {
  return Buffer.from(`fake-gemini:${functionName}`).toString('base64');
}

function nameIn(value: unknown): string {
  return textOf(objectOf(value)['name']);
}
