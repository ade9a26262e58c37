import type { ChapterKind } from '@dossier/contracts';
import { sampleEvidence, sampleReport } from '@dossier/report/testing';
import fc from 'fast-check';
import { evaluateReport } from './evaluate-report.ts';
import { GATE_THRESHOLDS } from './gate-thresholds.ts';
import { failing, fixedClock, withTheme } from './judge.builder.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '[^S1-1]',
          '[^',
          ']',
          '「',
          '」',
          '。',
          '| a |\n| - |\n',
          '- ',
          '> ',
          '```\n',
          '1,2',
          '９萬',
          '民國',
        ],
        ...['<b>', '\n\n', '[^S1-1]: x\n', '__proto__', 'constructor', '\u202e', '\ud800', '这'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const kinds: readonly ChapterKind[] = ['summary', 'theme', 'divergences', 'limits'];

describe('evaluateReport', () => {
  it('passes the good report and says when it was judged', () => {
    const evaluation = evaluateReport(sampleReport(), sampleEvidence(), fixedClock);
    expect(evaluation.verdict).toBe('pass');
    expect(evaluation.evaluatedAt).toBe('2026-12-01T00:00:00.000Z');
    expect(evaluation.gates.map(({ gate }) => gate)).toEqual([
      'G0',
      'G1',
      'G1b',
      'G2',
      'G3',
      'G6',
      'G7',
      'G9',
      'G10',
    ]);
  });

  it('refuses a report without chapters', () => {
    expect(failing({ ...sampleReport(), chapters: [] })).toContain('G0');
  });

  it('refuses a report about empty evidence', () => {
    const evidence = { ...sampleEvidence(), sources: [] };
    expect(evaluateReport(sampleReport(), evidence, fixedClock).verdict).toBe('fail');
  });

  it('lists at most twenty findings but measures all', () => {
    const markers = Array.from({ length: 50 }, (_, i) => `句子 [^X-${i}]。`).join('');
    const { gates } = evaluateReport(withTheme(markers), sampleEvidence(), fixedClock);
    const validity = gates.find(({ gate }) => gate === 'G1');
    expect(validity?.findings).toHaveLength(20);
    expect(validity?.measure).toBeLessThan(0.3);
  });

  it('refuses what is too long to read, on G0 alone', () => {
    const long = { kind: 'theme', heading: 'x', markdown: '字'.repeat(40_000) } as const;
    const many = { kind: 'theme', heading: 'x', markdown: '字。' } as const;
    for (const chapters of [
      Array<typeof long>(3).fill(long),
      Array<typeof many>(GATE_THRESHOLDS.maxChapters + 1).fill(many),
    ]) {
      expect(failing({ ...sampleReport(), chapters })).toEqual(['G0']);
    }
  });

  it('never throws, whatever a report holds, and a passed gate lists no findings', () => {
    const chapter = fc.record({
      kind: fc.constantFrom(...kinds),
      heading: anyText,
      markdown: anyText,
    });
    fc.assert(
      fc.property(fc.array(chapter, { maxLength: 4 }), anyText, (chapters, title) => {
        const report = { ...sampleReport(), title, chapters };
        const { verdict, gates } = evaluateReport(report, sampleEvidence(), fixedClock);
        const failed = gates.filter((gate) => gate.verdict === 'fail');
        expect(verdict).toBe(failed.length > 0 ? 'fail' : 'pass');
        for (const gate of gates) {
          expect(Number.isFinite(gate.measure)).toBe(true);
          expect(gate.findings.length > 0).toBe(gate.verdict === 'fail');
        }
      }),
    );
  });
});
