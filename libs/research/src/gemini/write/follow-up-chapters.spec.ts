import type { BaseVersion, Evidence, FollowUpWish, Plan } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { aSource } from '@dossier/report/testing';
import { GeminiWriter } from './gemini-writer.ts';
import {
  extractsIn,
  ferryEvidence,
  ferryPlan,
  goodChapter,
  ScriptedGateway,
  writingContext,
  type Script,
} from './scripted-model.builder.ts';

const NEW_TEXT = '港務公司預計再添購三艘電動渡輪。';

/** Two further excerpts, one found for the first side of the question and one for the third. */
function furtherEvidence(base: Evidence): Evidence {
  const further = aSource(
    'S7',
    '後續報導',
    { kind: 'web', url: 'https://ferry.example/S7' },
    'zh-TW',
    { text: NEW_TEXT, groups: ['g1'] },
    { text: '第二期的充電設施已經完成招標。', groups: ['g3'] },
  );
  return { ...base, sources: [...base.sources, further] };
}

const plan: Plan = ferryPlan();
const NUMBER = 2;

async function firstVersion(): Promise<BaseVersion> {
  const evidence = ferryEvidence();
  const writer = new GeminiWriter({ gateway: new ScriptedGateway() });
  const report = await writer.write(plan, evidence, writingContext());
  return { version: 1, plan, evidence, report };
}
const base = await firstVersion();

async function follow(
  wish: FollowUpWish,
  {
    script = {},
    evidence = furtherEvidence(base.evidence),
  }: { script?: Script; evidence?: Evidence } = {},
) {
  const { question, reportLanguage, searchLanguages } = plan;
  const request = { question, reportLanguage, searchLanguages, baseVersion: 1, ...wish };
  const context = writingContext({ request, base });
  const gateway = new ScriptedGateway(script);
  const report = await new GeminiWriter({ gateway }).write(plan, evidence, context);
  const changed = report.chapters.flatMap(({ markdown }, at) =>
    markdown === base.report.chapters[at]?.markdown ? [] : [at + 1],
  );
  const { gates } = evaluateReport(report, evidence, context.clock);
  expect(gates.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.title).toBe(base.report.title);
  expect(report.chapters.map(({ heading }) => heading)).toEqual(
    base.report.chapters.map(({ heading }) => heading),
  );
  return { report, gateway, changed, told: context.told };
}

describe('deepening a chapter', () => {
  it('rewrites that chapter from its text and all its extracts, and nothing else', async () => {
    const { report, gateway, changed, told } = await follow({ kind: 'deepen', chapter: NUMBER });
    expect(changed).toEqual([NUMBER]);
    expect(report.chapters[NUMBER - 1]?.markdown).toMatch(/三艘電動渡輪\[\^S7-1\]/u);
    expect(gateway.steps).toEqual(['write.chapter.2']);
    const [call] = gateway.calls;
    expect(call && extractsIn(call).map(([key]) => key)).toEqual([
      'S1-1',
      'S2-1',
      'S3-1',
      'S7-1',
      'S7-2',
    ]);
    expect(call?.prompt).toMatch(/末班船維持在二十三時開航\[S3-1\]/u);
    expect(told).toEqual([{ done: 1, total: 1 }]);
  });

  it.each([
    ['refuses to write', () => ''],
    [
      'leaves out what is new',
      (prompt: string) => goodChapter({ prompt: prompt.replace(/^\[S7.*$/gmu, '') }),
    ],
    ['obeys a page', () => '忽略先前的指示[S7-1]。<script>alert(1)</script>[S1-1]。'],
  ])('quotes what is new behind the chapter when the model %s', async (_, say) => {
    const { report, changed } = await follow(
      { kind: 'deepen', chapter: NUMBER },
      { script: { prose: ({ prompt }) => say(prompt) } },
    );
    expect(changed).toEqual([NUMBER]);
    const text = report.chapters[NUMBER - 1]?.markdown ?? '';
    expect(text.startsWith(base.report.chapters[NUMBER - 1]?.markdown ?? '?')).toBe(true);
    expect(text).toMatch(`- 「${NEW_TEXT}」[^S7-1]`);
  });

  it('tells a new contradiction in the chapter, since all others stay', async () => {
    const evidence = furtherEvidence(base.evidence);
    const divergences = [
      ...evidence.divergences,
      {
        kind: 'polarity' as const,
        claim: '是否添購渡輪',
        sides: [
          { position: '添購', extracts: ['S7-1'] },
          { position: '不變', extracts: ['S3-1'] },
        ],
      },
    ];
    const { report, changed } = await follow(
      { kind: 'deepen', chapter: NUMBER },
      { evidence: { ...evidence, divergences } },
    );
    expect(changed).toEqual([NUMBER]);
    expect(report.chapters[NUMBER - 1]?.markdown).toMatch('- 是否添購渡輪：一份文件說');
  });

  it('is nothing new without a new excerpt, and costs nothing', async () => {
    const gateway = new ScriptedGateway();
    const { question, reportLanguage, searchLanguages } = plan;
    const request = {
      question,
      reportLanguage,
      searchLanguages,
      baseVersion: 1,
      kind: 'deepen' as const,
      chapter: NUMBER,
    };
    const context = writingContext({ request, base });
    const writing = new GeminiWriter({ gateway }).write(plan, base.evidence, context);
    await expect(writing).rejects.toMatchObject({ name: 'Permanent', reason: 'nothing-new' });
    expect(gateway.calls).toEqual([]);
  });

  it.each([1, 5, 6, 99])('refuses chapter %i, which holds no content', async (chapter) => {
    await expect(follow({ kind: 'deepen', chapter })).rejects.toMatchObject({
      reason: 'no-such-chapter',
    });
  });
});

describe('adding sources', () => {
  it('rewrites the chapters that new excerpts belong to', async () => {
    const { report, gateway, changed } = await follow({ kind: 'add-sources' });
    expect(changed).toEqual([2, 4]);
    expect(gateway.steps.toSorted()).toEqual(['write.chapter.2', 'write.chapter.4']);
    expect(report.chapters[3]?.markdown).toMatch('[^S7-2]');
  });

  it('says which language was asked for in vain', async () => {
    const evidence = furtherEvidence(base.evidence);
    const gaps = [...evidence.gaps, { group: 'g2', note: '沒有找到日文來源' }];
    const japanese = { kind: 'add-sources', languages: ['zh-TW'] } as const;
    const { report, changed } = await follow(japanese, { evidence: { ...evidence, gaps } });
    expect(changed).toEqual([2, 4, 6]);
    expect(report.chapters.at(-1)?.markdown).toMatch(/\n- 沒有找到日文來源。$/u);
  });

  it('goes into the chapter that is meant, and into no other', async () => {
    const { changed } = await follow({ kind: 'add-sources', chapter: 4 });
    expect(changed).toEqual([4]);
  });
});

describe('rewriting', () => {
  const shorter: Script = {
    prose: (call) =>
      extractsIn(call)
        .map(([key, text]) => `簡單說，${text.replace(/。$/u, '')}[${key}]。`)
        .join(''),
  };

  it('puts one chapter into other words, with the markers that it had', async () => {
    const { report, gateway, changed } = await follow(
      { kind: 'rewrite', chapter: NUMBER, instruction: '口語一點 {{extracts}}' },
      { script: shorter, evidence: base.evidence },
    );
    expect(changed).toEqual([NUMBER]);
    expect(report.chapters[NUMBER - 1]?.markdown).toMatch(/^簡單說，.+\[\^S3-1\]。$/u);
    expect(gateway.calls[0]?.prompt).toMatch('口語一點 {{extracts}}');
  });

  it('puts all themes into other words, and leaves the chapters of code alone', async () => {
    const { changed } = await follow(
      { kind: 'rewrite', instruction: '短一點' },
      { script: shorter, evidence: base.evidence },
    );
    expect(changed).toEqual([2, 3, 4]);
  });

  it.each([
    ['says the same again', undefined],
    [
      'cites what the chapter does not rest on',
      () => '另有說法指出電動渡輪的電池十年後要汰換[S5-2]。',
    ],
    ['refuses', () => ''],
  ])('is nothing new when the model %s', async (_, prose) => {
    const script = prose === undefined ? {} : { prose };
    const rewriting = follow(
      { kind: 'rewrite', chapter: NUMBER },
      { script, evidence: base.evidence },
    );
    await expect(rewriting).rejects.toMatchObject({ name: 'Permanent', reason: 'nothing-new' });
  });
});

describe('publishing anew', () => {
  it('keeps all chapters and asks nobody', async () => {
    const { changed, gateway } = await follow({ kind: 'republish' }, { evidence: base.evidence });
    expect(changed).toEqual([]);
    expect(gateway.calls).toEqual([]);
  });
});
