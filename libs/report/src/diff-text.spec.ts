import fc from 'fast-check';
import { diffText, wordsOf, type DiffPiece } from './diff-text.ts';

const same = () => true;
const text = (pieces: readonly DiffPiece[], ...kinds: readonly DiffPiece['kind'][]) =>
  pieces
    .filter(({ kind }) => kinds.includes(kind))
    .map((piece) => piece.text)
    .join('');

describe('diffText', () => {
  it('marks Chinese words, not whole sentences and not single letters', () => {
    const pieces = diffText(
      '電動渡輪一年行駛 12,400 航次，排放下降。',
      '電動渡輪一年行駛 11,800 航次，噪音下降。',
      same,
    );
    expect(pieces).toEqual([
      { kind: 'kept', text: '電動渡輪一年行駛 ' },
      { kind: 'deleted', text: '12,400' },
      { kind: 'inserted', text: '11,800' },
      { kind: 'kept', text: ' 航次，' },
      { kind: 'deleted', text: '排放' },
      { kind: 'inserted', text: '噪音' },
      { kind: 'kept', text: '下降。' },
    ]);
  });

  it('keeps paragraphs that stayed and inserts new ones whole', () => {
    expect(diffText('第一段。\n\n第二段。', '第一段。\n\n新的一段。\n\n第二段。', same)).toEqual([
      { kind: 'kept', text: '第一段。\n\n' },
      { kind: 'inserted', text: '新的一段。\n\n' },
      { kind: 'kept', text: '第二段。' },
    ]);
  });

  it('never cuts a marker', () => {
    const pieces = diffText('成長。[^S1-1]', '成長。[^S1-2]', same);
    expect(pieces.map((piece) => piece.text)).toEqual(['成長。', '[^S1-1]', '[^S1-2]']);
    expect(wordsOf('成長。[^S1-1]')).toContain('[^S1-1]');
  });

  it('shows a marker as changed that means another extract', () => {
    expect(diffText('成長。[^S9-1]', '成長。[^S9-1]', (key) => key !== 'S9-1')).toEqual([
      { kind: 'kept', text: '成長。' },
      { kind: 'deleted', text: '[^S9-1]' },
      { kind: 'inserted', text: '[^S9-1]' },
    ]);
  });

  it('replaces as a whole what has hardly a word in common', () => {
    const pieces = diffText(
      '地熱電廠的水位資料不足。',
      'The U.S. consultants measured a drop。',
      same,
    );
    expect(pieces.map(({ kind }) => kind)).toEqual(['deleted', 'inserted']);
  });

  it('gives up on two huge texts instead of searching for long', () => {
    const huge = (seed: string) =>
      Array.from({ length: 20_000 }, (_, i) => `${seed}${i * 7}`).join(' ');
    const pieces = diffText(huge('a'), huge('b'), same);
    expect(pieces.map(({ kind }) => kind)).toEqual(['deleted', 'inserted']);
  });

  it('gives back both texts letter for letter, whatever they are', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '排放',
        '下降',
        '41%',
        '[^S1-1]',
        '[^S2-1]',
        '**',
        '\n',
        '\n\n',
        '- ',
        '\\[',
        '[^',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const body = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(body, body, fc.boolean(), (older, newer, isSame) => {
        const pieces = diffText(older, newer, () => isSame);
        expect(text(pieces, 'kept', 'deleted')).toBe(older);
        expect(text(pieces, 'kept', 'inserted')).toBe(newer);
        expect(diffText(older, newer, () => isSame)).toEqual(pieces);
      }),
      { numRuns: 300 },
    );
  });
});
