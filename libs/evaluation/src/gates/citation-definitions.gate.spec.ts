import { aSource, sampleEvidence, sampleReport } from '@dossier/report/testing';
import { gateOn, withTheme } from '../judge.builder.ts';

describe('citation definitions (G1b)', () => {
  it('passes when notes come from the evidence only', () => {
    expect(gateOn('G1b', sampleReport()).verdict).toBe('pass');
  });

  it('fails on a note the text defines, used or not', () => {
    expect(gateOn('G1b', withTheme('一句。[^S1-1]\n\n[^orphan]: x')).findings).toEqual([
      '「航次與時刻」：自行定義註腳 [^orphan]',
    ]);
  });

  it('fails on an extract key stored twice', () => {
    const evidence = sampleEvidence();
    const twin = aSource('S1', 'twin', { kind: 'file', path: 'twin.md' }, 'en', { text: 'x' });
    const result = gateOn('G1b', sampleReport(), {
      ...evidence,
      sources: [...evidence.sources, twin],
    });
    expect(result.findings).toEqual(['摘錄 S1-1 定義了兩次']);
  });
});
