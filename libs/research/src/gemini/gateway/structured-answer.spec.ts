import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsString, Max, ValidateNested } from 'class-validator';
import { withGateway, type GatewayTest } from './gateway.builder.ts';
import { parts, text, type Scripted } from './gemini-server.fake.ts';
import type { StructuredCall } from './model-gateway.ts';

class Item {
  @IsString() name!: string;
}

class Plan {
  @IsInt() @Max(9) count!: number;
  @IsArray() @ArrayMaxSize(3) @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
}

const GOOD = { count: 1, items: [{ name: '一' }] };
const schema = { type: 'object', properties: { count: { type: 'integer' } } };

function planCall({ call }: GatewayTest): StructuredCall<Plan> {
  const check = ({ count, items }: Plan) =>
    count === items.length ? [] : [`count is ${count}, but there are ${items.length} items`];
  return { ...call, tier: 'plan', schema, shape: Plan, check };
}

function asks(script: readonly Scripted[], expected: (test: GatewayTest) => Promise<void>) {
  return withGateway({}, async (test) => {
    test.server.answers(...script);
    await expected(test);
  });
}

describe('an answer after a schema', () => {
  it('is asked for with the schema and without tools, and comes as an instance', () =>
    asks([text(JSON.stringify(GOOD))], async (test) => {
      const plan = await test.gateway.structured(planCall(test));
      expect(plan).toBeInstanceOf(Plan);
      expect(plan.items[0]).toBeInstanceOf(Item);
      expect(test.server.arrived[0]?.model).toBe('model-p');
      expect(test.server.arrived[0]?.body).toMatchObject({
        generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
      });
      expect(test.server.arrived[0]?.body).not.toHaveProperty('tools');
    }));

  const json = JSON.stringify(GOOD);
  it.each<[string, Scripted]>([
    ['in a fence', text(`\`\`\`json\n${json}\n\`\`\``)],
    ['in a fence with prose around it', text(`Here {it} is:\n\`\`\`\n${json}\n\`\`\`\nBye {you}`)],
    ['in a fence that never ends', text(`\`\`\`json\n${json}`)],
    ['after a byte order mark', text(`\uFEFF${json}`)],
    ['after thoughts in tags', text(`<think>{"count": 9}</think>\n${json}`)],
    ['after a thought part', parts([{ text: '{"count":9}', thought: true }, { text: json }])],
    ['in two parts', parts([{ text: json.slice(0, 7) }, { text: json.slice(7) }])],
    ['before prose', text(`${json}\n\nI hope {this} helps.`)],
    ['with a comma too many', text('{"count": 1, "items": [{"name": "一"},],}')],
    ['with single quotes', text("{'count': 1, 'items': [{'name': '一'}]}")],
    ['without its last bracket', text('{"count": 1, "items": [{"name": "一"}]')],
    ['whole, though the cap was reached', text(json, { finishReason: 'MAX_TOKENS' })],
  ])('is read %s', (_, scripted) =>
    asks([scripted], async (test) => {
      await expect(test.gateway.structured(planCall(test))).resolves.toEqual(GOOD);
      expect(test.server.arrived).toHaveLength(1);
    }),
  );

  it.each<[string, string, string]>([
    ['prose', 'I cannot do that.', 'not'],
    ['a list', '[{"count":1}]', 'not a JSON object'],
    ['a wrong type', '{"count":"1","items":[]}', 'count must be an integer number'],
    ['a value out of bounds', '{"count":10,"items":[]}', 'must not be greater than 9'],
    ['an unknown property', '{"count":0,"items":[],"url":"x"}', 'property url should not exist'],
    ['a fault inside', '{"count":1,"items":[{"name":1}]}', 'items: 0: name must be a string'],
    ['null for an item', '{"count":1,"items":[null]}', 'items'],
    ['a number for a list', '{"count":1,"items":7}', 'items must be an array'],
    ['what the caller knows', '{"count":2,"items":[]}', 'count is 2, but there are 0 items'],
    ['__proto__', '{"count":0,"items":[],"__proto__":{"a":1}}', 'property that is not allowed'],
    ['constructor inside', '{"count":0,"items":[{"constructor":1}]}', 'not allowed'],
    ['depth', `{"count":0,"items":${'['.repeat(60)}${']'.repeat(60)}}`, 'nested too deeply'],
    ['depth that never ends', '{"a":'.repeat(50_000), 'nested too deeply'],
    ['length', `{"count":0,"items":[],"x":"${'x'.repeat(600_000)}"}`, 'too long'],
  ])('that is wrong is shown to the model once with what is wrong: %s', (_, wrong, finding) =>
    asks([text(wrong), text(json)], async (test) => {
      await expect(test.gateway.structured(planCall(test))).resolves.toEqual(GOOD);
      const { contents } = test.server.arrived[1]?.body as {
        contents: { role: string; parts: { text: string }[] }[];
      };
      expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
      expect(contents[1]?.parts[0]?.text).toBe(wrong.slice(0, 20_000));
      expect(contents[2]?.parts[0]?.text).toContain(finding);
    }),
  );

  it('ends with the findings when the second is wrong, too', () =>
    asks([text('{"count":2,"items":[]}'), text('{"count":3,"items":[]}')], async (test) => {
      const failed = test.gateway.structured(planCall(test));
      await expect(failed).rejects.toMatchObject({
        name: 'Retryable',
        reason: 'model-answer-unusable',
        message: 'count is 3, but there are 0 items',
      });
      expect(test.server.arrived).toHaveLength(2);
    }));

  it('that was cut is asked for once more with twice the room, and its end is never made up', () =>
    asks(
      [text('{"count": 1, "items": [{"name": "一', { finishReason: 'MAX_TOKENS' }), text(json)],
      async (test) => {
        await expect(test.gateway.structured(planCall(test))).resolves.toEqual(GOOD);
        expect(test.server.arrived[1]?.body).toMatchObject({
          contents: [{ role: 'user' }],
          generationConfig: { maxOutputTokens: 2_000 },
        });
      },
    ));

  it('that is cut twice is unusable', () => {
    const cut = text('{"count": 1, "items": [', { finishReason: 'MAX_TOKENS' });
    return asks([cut, cut], async (test) => {
      await expect(test.gateway.structured(planCall(test))).rejects.toMatchObject({
        reason: 'model-answer-unusable',
        message: 'The answer was cut off.',
      });
      expect(test.server.arrived).toHaveLength(2);
    });
  });

  it('repeats no endless name or list of faults to the model', () => {
    const wrong = Object.fromEntries(
      Array.from({ length: 99 }, (_, i) => [`${i}${'x'.repeat(999)}`, 1]),
    );
    return asks([text(JSON.stringify(wrong)), text('{}')], async (test) => {
      await expect(test.gateway.structured(planCall(test))).rejects.toThrow(/^.{1,400}$/u);
      const turns = (test.server.arrived[1]?.body as { contents: unknown[] }).contents;
      expect(JSON.stringify(turns[2]).length).toBeLessThan(3_000);
    });
  });

  it('pays for the second request like for the first', () =>
    asks([text('no'), text(json)], async (test) => {
      await test.gateway.structured(planCall(test));
      expect(test.ledger.outcomes).toEqual(['ok', 'ok']);
    }));
});
