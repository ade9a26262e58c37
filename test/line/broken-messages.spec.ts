import { FakeLine } from '@dossier/fake-line';
import { cardSamples, findProblems } from '@dossier/line';
import { HTTPFetchError, messagingApi } from '@line/bot-sdk';
import fc from 'fast-check';

const ACCESS_TOKEN = 'a-token-of-this-test';
const RUNS = 400;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const messages = JSON.parse(
  JSON.stringify(
    cardSamples()
      .filter(({ name }) => name.includes('ordinary'))
      .flatMap((sample) => sample.messages),
  ),
) as Json[];

/** Every place in a message: the object or list, and the key of what stands there. */
function placesIn(node: Json): { parent: Record<string, Json>; key: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  const parent = node as Record<string, Json>;
  return Object.entries(parent).flatMap(([key, child]) => [{ parent, key }, ...placesIn(child)]);
}

const wrongValue = fc.constantFrom<Json>(
  null,
  true,
  7,
  -1,
  2.5,
  '',
  ' ',
  'red',
  '2',
  'x'.repeat(1_600),
  '報'.repeat(12_000),
  'javascript:alert(1)',
  'https://a.example/報告',
  [],
  {},
  { type: 'icon', url: 'https://a.example/i.png' },
  { type: 'video', url: 'https://a.example/v.mp4' },
  { type: 'camera', label: 'x' },
);

/** One thing of a message replaced, taken away, or put beside the others. */
const broken = fc
  .record({
    message: fc.constantFrom(...messages),
    place: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'add'),
    value: wrongValue,
  })
  .map(({ message, place, how, value }) => {
    const copy = structuredClone(message);
    const places = placesIn(copy);
    const chosen = places[place % places.length];
    if (chosen === undefined) return copy;
    const { parent, key } = chosen;
    if (how === 'replace') parent[key] = value;
    else if (how === 'add' && !Array.isArray(parent)) parent['surprise'] = value;
    else if (!Array.isArray(parent)) delete parent[key];
    return copy;
  });

it('nothing that the contract of LINE refuses gets past the measure', async () => {
  const line = await FakeLine.start({ channelSecret: 'a-secret', accessToken: ACCESS_TOKEN });
  const { url: baseURL } = line;
  const client = new messagingApi.MessagingApiClient({ channelAccessToken: ACCESS_TOKEN, baseURL });
  let refused = 0;
  const isTaken = async (message: Json): Promise<boolean> => {
    try {
      await client.validatePush({ messages: [message as unknown as messagingApi.Message] });
      return true;
    } catch (error) {
      if (error instanceof HTTPFetchError && error.status === 400) return false;
      throw error;
    }
  };
  try {
    await fc.assert(
      fc.asyncProperty(broken, async (message) => {
        if (await isTaken(message)) return;
        refused += 1;
        expect(findProblems([message as object])).not.toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 4);
  } finally {
    await line.close();
  }
});
