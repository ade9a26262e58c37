import { fitSchema } from './fit-schema.ts';
import { stopped, type GeneratedContent } from './generated-content.ts';
import { isObject, itemsOf, objectOf, textOf } from './json.ts';
import { blockText, withoutData } from './prompt-data.ts';
import { partsWith, type RequestView } from './request-view.ts';
import { SeededRandom } from './seeded-random.ts';
import { signatureOf } from './turn-rules.ts';

interface Hit {
  readonly id: string;
  readonly text: string;
}

/**
 * A model with functions: calls the first one, sometimes a second time in other words, and then says
 * what came back: only the ids when the prompt shows one as an example, else a sentence per hit.
 */
export function functionAnswer(view: RequestView, seed: number): GeneratedContent {
  const random = new SeededRandom(seed, JSON.stringify(view.turns.slice(0, 1)));
  const rounds = view.turns.filter((turn) => partsWith(turn, 'functionResponse').length > 0).length;
  const hits = hitsIn(view);
  const wanted = random.chance(0.4) || hits.length === 0 ? 2 : 1;
  return rounds < wanted ? callOf(view, rounds, random) : stopped([{ text: told(view, hits) }]);
}

function callOf(view: RequestView, round: number, random: SeededRandom): GeneratedContent {
  const [declared = {}] = view.functions;
  const name = textOf(declared['name']);
  const query = blockText(view.promptText, 'query') || view.promptText.slice(0, 40);
  const words = query.split(/\s+/u).slice(0, 8);
  // Other words in the second round: the same ones from the end.
  const asked = (round === 0 ? words : words.reverse()).join(' ').slice(0, 80);
  const schema = objectOf(declared['parametersJsonSchema'] ?? declared['parameters']);
  const args = objectOf(fitSchema(schema, { query: asked }, random));
  return stopped([{ functionCall: { name, args }, thoughtSignature: signatureOf(name) }]);
}

function told({ promptText, systemText }: RequestView, hits: readonly Hit[]): string {
  const [first] = hits;
  if (first === undefined) return 'NONE';
  const [kind = ''] = first.id.match(/^[A-Za-z]*/u) ?? [];
  const isByIds = new RegExp(String.raw`\b${kind}\d`, 'u');
  if (isByIds.test(withoutData(promptText) + systemText))
    return hits.map(({ id }) => id).join(', ');
  return hits.map(({ id, text }) => `${text}［${id}］`).join('\n');
}

/** Whatever the functions returned that has an id and a text, each id once. */
function hitsIn(view: RequestView): Hit[] {
  const hits = new Map<string, Hit>();
  const visit = (value: unknown): void => {
    itemsOf(value).forEach(visit);
    if (!isObject(value)) return;
    const id = textOf(value['id']) || textOf(value['key']);
    const text = textOf(value['text']) || textOf(value['excerpt']);
    if (id !== '' && text !== '') hits.set(id, { id, text });
    Object.values(value).forEach(visit);
  };
  for (const turn of view.turns) {
    for (const part of partsWith(turn, 'functionResponse')) visit(part['functionResponse']);
  }
  return [...hits.values()].slice(0, 8);
}
