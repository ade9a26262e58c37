import { itemsOf, objectOf, textOf, type JsonObject } from './json.ts';

/** One turn of a request. */
export interface TurnView {
  readonly role: string;
  readonly parts: readonly JsonObject[];
}

/** A generateContent body, read defensively: whatever is missing or odd reads as empty. */
export interface RequestView {
  readonly turns: readonly TurnView[];
  readonly systemText: string;
  /** Text of the first turn: what a stage asks for. */
  readonly promptText: string;
  /** Text of all turns of the user. */
  readonly userText: string;
  /** Names as Google spells them: `googleSearch`, `urlContext`, `functionDeclarations`. */
  readonly tools: readonly string[];
  readonly functions: readonly JsonObject[];
  readonly settings: JsonObject;
  readonly schema: JsonObject | undefined;
  readonly continuationToken: string;
}

/** Reads a body. */
export function viewOf(body: JsonObject): RequestView {
  const turns = itemsOf(body['contents']).map(turnOf);
  const tools = itemsOf(body['tools']).map(objectOf);
  const settings = objectOf(body['generationConfig']);
  const schema = settings['responseJsonSchema'] ?? settings['responseSchema'];
  const ofUser = turns.filter(({ role }) => role !== 'model');
  return {
    turns,
    systemText: textIn(turnOf(body['systemInstruction'])),
    promptText: ofUser.slice(0, 1).map(textIn).join(''),
    userText: ofUser.map(textIn).join('\n'),
    tools: tools.flatMap((tool) => Object.keys(tool)),
    functions: tools.flatMap((tool) => itemsOf(tool['functionDeclarations']).map(objectOf)),
    settings,
    schema: schema === undefined ? undefined : objectOf(schema),
    continuationToken: textOf(body['continuationToken']),
  };
}

/** The text parts of a turn, joined. */
export function textIn({ parts }: TurnView): string {
  return parts.map((part) => textOf(part['text'])).join('');
}

/** The parts of a turn that hold this field. */
export function partsWith({ parts }: TurnView, field: string): readonly JsonObject[] {
  return parts.filter((part) => field in part);
}

/** What looks like a web address in a text, in its order, each once. */
export function urlsIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"'`）)」】、，。]+/gu) ?? [])];
}

function turnOf(content: unknown): TurnView {
  const { role, parts } = objectOf(content);
  return { role: textOf(role), parts: itemsOf(parts).map(objectOf) };
}
