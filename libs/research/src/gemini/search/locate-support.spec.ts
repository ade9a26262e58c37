import { AnswerText } from './answer-text.ts';
import { locateSupport } from './locate-support.ts';
import { aSupport } from './searching.builder.ts';

const RECORDED = '台積電 2025 年營收成長 30%。三星落後。';

function located(parts: readonly string[], support: ReturnType<typeof aSupport>) {
  const answer = new AnswerText(parts);
  const span = locateSupport(answer, support);
  return span && { ...span, text: answer.text.slice(span.start, span.end) };
}

describe('locateSupport', () => {
  it('reads offsets as bytes, which in Chinese are not characters: the recorded answer', () => {
    const support = { part: 0, startByte: 37, endByte: 52, text: '三星落後。', chunks: [0] };
    const start = RECORDED.indexOf('三星');
    expect(start).toBeLessThan(37);
    expect(located([RECORDED], support)).toEqual({ start, end: start + 5, text: '三星落後。' });
  });

  it.each([
    ['Chinese after Chinese', ['地熱發電很穩定。成本仍高。'], '成本仍高。'],
    ['emoji before it', ['🌋🌋 地熱 👩‍👩‍👧 發電。成本仍高。'], '成本仍高。'],
    ['an emoji in it', ['說明：🌋 地熱發電很穩定。'], '🌋 地熱發電很穩定。'],
    ['the second part', ['第一段。', '第二段說成本仍高。'], '成本仍高。'],
    ['the third part, after an empty one', ['甲。', '', '丙說成本仍高。'], '丙說成本仍高。'],
    ['a composed and a decomposed letter', ['café café costs more.'], 'café costs more.'],
    ['the very beginning', ['成本仍高。'], '成本仍高。'],
  ])('finds a text by its bytes: %s', (_name, parts, text) => {
    expect(located(parts, aSupport(parts, text))?.text).toBe(text);
  });

  it('takes the place that the bytes name when a sentence is repeated', () => {
    const part = '成本仍高。產量成長。成本仍高。';
    const second = part.lastIndexOf('成本');
    const startByte = Buffer.byteLength(part.slice(0, second));
    const support = { ...aSupport([part], '成本仍高。'), startByte, endByte: startByte + 15 };
    expect(located([part], support)?.start).toBe(second);
  });

  it.each([0, 1, 2])('tells neighbours that say the same apart by their bytes: %i', (which) => {
    const text = '成本仍高。';
    const startByte = which * Buffer.byteLength(text);
    const part = text.repeat(3);
    const support = { ...aSupport([part], text), startByte, endByte: startByte + 15 };
    expect(located([part], support)?.start).toBe(which * text.length);
  });

  it('looks for the text nearest to offsets that count something else', () => {
    const part = `成本仍高。${'其他的說明文字。'.repeat(20)}成本仍高。`;
    const characters = part.lastIndexOf('成本');
    // Characters taken for bytes point to the middle; the second occurrence is further off in text.
    const support = { ...aSupport([part], '成本仍高。'), startByte: 480, endByte: 490 };
    expect(located([part], support)?.start).toBe(characters);
  });

  it.each([
    ['out of range', { startByte: 900, endByte: 915 }],
    ['negative', { startByte: -3, endByte: 12 }],
    ['turned around', { startByte: 15, endByte: 3 }],
    ['fractions', { startByte: 0.5, endByte: 15 }],
    ['no numbers', { startByte: NaN, endByte: NaN }],
  ])('finds a text that stands there once although its offsets are wrong: %s', (_name, offsets) => {
    const support = { ...aSupport(['三星落後。成本仍高。'], '成本仍高。'), ...offsets };
    expect(located(['三星落後。成本仍高。'], support)?.text).toBe('成本仍高。');
  });

  it('finds nothing when offsets are of no use and the text stands there twice', () => {
    const part = '成本仍高。成本仍高。';
    const support = { ...aSupport([part], '成本仍高。'), startByte: 900, endByte: 915 };
    expect(located([part], support)).toBeUndefined();
  });

  it.each([
    ['a text that the part does not hold', { text: '三星領先。' }],
    ['a text of another part', { text: '另一段的句子。' }],
    ['no text', { text: '' }],
    ['a part that is not there', { part: 7 }],
    ['a part before the first', { part: -1 }],
  ])('attributes nothing: %s', (_name, fields) => {
    const parts = [RECORDED, '另一段的句子。'];
    expect(located(parts, { ...aSupport(parts, '三星落後。'), ...fields })).toBeUndefined();
  });

  it('never cuts a character in two', () => {
    const part = '🌋成本仍高🌋。';
    const support = { part: 0, startByte: 2, endByte: 16, text: '\ufffd成本仍高', chunks: [0] };
    expect(located([part], support)).toBeUndefined();
  });
});
