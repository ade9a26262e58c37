import { Permanent, Retryable, NeedsHuman, type Report } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { GeminiWriter } from './gemini-writer.ts';
import {
  ferryEvidence,
  ferryPlan,
  goodChapter,
  goodStructure,
  KeptSteps,
  ScriptedGateway,
  writingContext,
  type Script,
} from './scripted-model.builder.ts';

const plan = ferryPlan();
const evidence = ferryEvidence();

async function write(script: Script = {}, context = writingContext()) {
  const gateway = new ScriptedGateway(script);
  const report = await new GeminiWriter({ gateway }).write(plan, evidence, context);
  return { report, gateway };
}

function expectPassed(report: Report): void {
  const { gates } = evaluateReport(report, evidence, writingContext().clock);
  expect(gates.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
}

function themesOf(report: Report) {
  return report.chapters.filter(({ kind }) => kind === 'theme');
}

describe('GeminiWriter', () => {
  it('writes what the model says, arranged as it says, and cited', async () => {
    const { report, gateway } = await write();
    expect(report.title).toBe('青嶼港電動渡輪的變化');
    expect(report).toMatchObject({ provider: 'gemini', writtenAt: '2026-12-01T08:00:00.000Z' });
    expect(report.chapters.map(({ heading }) => heading)).toEqual([
      '摘要',
      '航次的變化',
      '環境的變化',
      '經費從何而來',
      '分歧',
      '限制',
    ]);
    expect(report.chapters[1]?.markdown).toBe(
      '資料指出，2025 年電動渡輪共行駛 12,400 航次[^S1-1]。資料指出，電動渡輪一年行駛 11,800 航次，夏季另有加班船[^S2-1]。資料指出，末班船維持在二十三時開航[^S3-1]。',
    );
    expect(report.chapters[0]?.markdown).toMatch('航次則有兩種說法');
    expect(gateway.steps).toEqual([
      'write.outline',
      'write.chapter.1',
      'write.chapter.2',
      'write.chapter.3',
      'write.closing',
    ]);
    expectPassed(report);
  });

  it('makes divergences and limits by code', async () => {
    const { report } = await write();
    expect(report.chapters.at(-2)?.markdown).toBe(
      '- 電動渡輪一年的航次：一份文件說「2025 年電動渡輪共行駛 12,400 航次。」[^S1-1]，另一份文件說「電動渡輪一年行駛 11,800 航次，夏季另有加班船。」[^S2-1]。',
    );
    const limits = report.chapters.at(-1)?.markdown;
    for (const words of ['語言模型', '搜尋工具', '2026年12月1日', '沒有找到電池汰換成本的資料。']) {
      expect(limits).toMatch(words);
    }
    expect(limits).not.toMatch('逐字摘錄來源');
  });

  it('shows the model no address and no title, and offers it no tool', async () => {
    const { gateway } = await write({ prose: () => '太短。' });
    expect(gateway.calls.length).toBe(8);
    for (const call of gateway.calls) {
      const seen = JSON.stringify([call.prompt, 'history' in call ? call.history : []]);
      expect(seen).not.toMatch(/https?:|www\.|\.example|標題 S/u);
      expect(call).not.toHaveProperty('serverTools');
      expect(call).not.toHaveProperty('functions');
    }
  });

  it('has all chapters and the closing under way at the same time', async () => {
    const begun = new Set<string>();
    const all = Promise.withResolvers<void>();
    const together = async (step: string): Promise<void> => {
      begun.add(step);
      if (begun.size === 4) all.resolve();
      await all.promise;
    };
    const { report } = await write({
      prose: async (call) => {
        await together(call.step);
        return goodChapter(call);
      },
      structured: async (call) => {
        if (call.step === 'write.closing') await together(call.step);
        return goodStructure(call);
      },
    });
    expect(themesOf(report)).toHaveLength(3);
    expect(begun).toContain('write.closing');
  });

  it('tells how far it is after each step', async () => {
    const context = writingContext();
    await write({}, context);
    expect(context.told).toEqual([1, 2, 3, 4, 5].map((done) => ({ done, total: 5 })));
  });

  it('needs evidence', async () => {
    const nothing = { ...evidence, sources: [] };
    const writing = new GeminiWriter({ gateway: new ScriptedGateway() }).write(
      plan,
      nothing,
      writingContext(),
    );
    await expect(writing).rejects.toMatchObject({ name: 'Permanent', reason: 'no-evidence' });
  });
});

describe('a chapter with faults', () => {
  it('is asked for once more, with what is wrong', async () => {
    const { report, gateway } = await write({
      prose: (call) =>
        call.history?.length === 0 && call.step.startsWith('write.chapter.1')
          ? `${goodChapter(call)}共有 99,999 人搭乘[S1-1]。沒有引用的一句話。另有一說[S9-9]。`
          : goodChapter(call),
    });
    const again = gateway.calls.find(({ step }) => step === 'write.chapter.1.again');
    const told = JSON.stringify(again && 'history' in again ? again.history : []);
    for (const words of ['99,999', 'no key in square brackets', 'S9-9']) {
      expect(told).toContain(words);
    }
    expect(gateway.calls).toHaveLength(6);
    expectPassed(report);
  });

  it('is pruned when it has them again', async () => {
    const { report } = await write({
      prose: (call) =>
        `${goodChapter(call)}共有 99,999 人搭乘[S1-1]。沒有引用的一句話。另有一說[S9-9]。詳見 https://evil.example/x[S1-1]。<script>alert(1)</script>[S1-1]。[按這裡](javascript:x)[S1-1]。`,
    });
    const text = JSON.stringify(report);
    expect(text).toMatch('資料指出，末班船維持在二十三時開航');
    for (const words of ['99,999', '沒有引用', '另有一說', 'evil', 'script', '按這裡']) {
      expect(text).not.toMatch(words);
    }
    expectPassed(report);
  });

  it.each([
    ['refuses', () => Promise.reject(new Permanent('model-refused'))],
    ['gives nothing usable', () => Promise.reject(new Retryable('model-answer-unusable'))],
    ['says nothing', () => ''],
    ['says other things', () => '今天天氣很好，適合到海邊走走。'],
  ])('is quoted from its extracts when the model %s', async (_, refuse) => {
    const { report } = await write({
      prose: (call) => (call.step.startsWith('write.chapter.2') ? refuse() : goodChapter(call)),
    });
    expect(report.chapters[2]?.markdown).toMatch(
      '- 「量測顯示港區的氮氧化物排放下降 41%。」[^S1-2]',
    );
    expect(report.chapters.at(-1)?.markdown).toMatch('有 1 章沒有得到可用的文字');
    expectPassed(report);
  });

  it('keeps Traditional Chinese: what is Simplified outside quotations is converted', async () => {
    const { report } = await write({
      prose: (call) => goodChapter(call).replaceAll('資料指出，', '资料显示，港务局说，'),
    });
    expect(report.chapters[1]?.markdown).toMatch('資料顯示，港務局說，末班船');
    expectPassed(report);
  });
});

describe('a chapter that the token cap cut', () => {
  it('is gone on with and joined at the cut', async () => {
    const whole = (prompt: string) => goodChapter({ prompt });
    const { report, gateway } = await write({
      prose: ({ step, prompt, history = [] }) => {
        const text = whole(prompt);
        if (step !== 'write.chapter.1' && step !== 'write.chapter.1.more') return text;
        return history.length === 0
          ? { parts: [text.slice(0, 40)], isCut: true }
          : text.slice(40 - 10);
      },
    });
    expect(report.chapters[1]?.markdown).toMatch(/^資料指出，2025 年.+開航\[\^S3-1\]。$/u);
    expect(report.chapters[1]?.markdown.match(/12,400/gu)).toHaveLength(1);
    expect(gateway.steps).toContain('write.chapter.1.more');
    expectPassed(report);
  });

  it('ends with its last complete sentence when it is cut again', async () => {
    const { report } = await write({
      prose: (call) => ({ parts: [`${goodChapter(call)}這一句話還沒有[S1`], isCut: true }),
    });
    for (const { markdown } of themesOf(report)) {
      expect(markdown).toMatch(/。$/u);
      expect(markdown).not.toMatch('這一句話還沒有');
      expect(markdown).toMatch('資料指出');
    }
    expectPassed(report);
  });
});

describe('an outline or a closing that cannot stand', () => {
  it.each([
    ['refused', () => Promise.reject(new Retryable('model-answer-unusable'))],
    ['of unknown keys', () => ({ chapters: [{ heading: '一', aim: '', extracts: ['S77-1'] }] })],
    ['empty', () => ({ chapters: [] })],
  ])('is made from the groups of the plan: %s', async (_, outline) => {
    const { report } = await write({
      structured: (call) => (call.step === 'write.outline' ? outline() : goodStructure(call)),
    });
    expect(themesOf(report).map(({ heading }) => heading)).toEqual(
      expect.arrayContaining(['排放與噪音']),
    );
    expectPassed(report);
  });

  it('is made from the question and the first points', async () => {
    const { report } = await write({
      structured: (call) =>
        call.step === 'write.outline'
          ? goodStructure(call)
          : { title: '<b>震驚</b> 99,999 人', summary: '共有 99,999 人受害。' },
    });
    expect(report.title).toBe('青嶼港渡輪改用電力以後有什麼變化');
    expect(report.chapters[0]?.markdown).toMatch(/第一個重點.+- 資料指出，2025 年.+\[\^S1-1\]/su);
    expectPassed(report);
  });

  it('loses only the sentences whose figures no chapter has', async () => {
    const { report } = await write({
      structured: (call) =>
        call.step === 'write.outline'
          ? goodStructure(call)
          : {
              title: '青嶼港的電動渡輪',
              summary: '港區的排放與噪音都下降，居民覺得安靜許多。共有 99,999 人受害。',
            },
    });
    expect(report.chapters[0]?.markdown).toBe('港區的排放與噪音都下降，居民覺得安靜許多。');
  });
});

describe('what is asked of title and summary', () => {
  it.each([
    [
      'figures that no chapter has',
      { summary: '排放下降四成，共有 99,999 人搭乘電動渡輪往返。' },
      '99,999',
    ],
    ['a long summary', { summary: '長'.repeat(501) }, 'longer than 500'],
    ['a short summary', { summary: '好。' }, 'too short'],
    ['an address', { title: '見 https://a.example' }, 'No addresses'],
    ['no title', { title: ' ' }, 'title is empty'],
  ])('is not met by %s', async (_, change, words) => {
    const { gateway } = await write();
    const closing = gateway.calls.find(({ step }) => step === 'write.closing');
    if (closing === undefined || !('check' in closing)) throw new Error('no closing');
    const good = goodStructure({ step: 'write.closing' });
    expect(closing.check(good)).toEqual([]);
    expect(closing.check({ ...good, ...change }).join(' ')).toMatch(words);
  });
});

describe('what is not the writer’s to solve', () => {
  it.each([
    ['Retryable', new Retryable('model-overloaded')],
    ['NeedsHuman', new NeedsHuman('over-budget')],
    ['Permanent', new Permanent('model-misconfigured')],
    ['a bug', new TypeError('a bug')],
  ])('passes through: %s', async (_, failure) => {
    for (const step of ['write.outline', 'write.chapter.2', 'write.closing']) {
      const fail = (call: { readonly step: string }) => call.step === step;
      const writing = write({
        prose: (call) => (fail(call) ? Promise.reject(failure) : goodChapter(call)),
        structured: (call) => (fail(call) ? Promise.reject(failure) : goodStructure(call)),
      });
      await expect(writing).rejects.toBe(failure);
    }
  });

  it('keeps the chapters that were under way when another failed', async () => {
    const steps = new KeptSteps();
    const failing = write(
      {
        prose: (call) =>
          call.step === 'write.chapter.1'
            ? Promise.reject(new Retryable('model-overloaded'))
            : goodChapter(call),
      },
      writingContext({ steps }),
    );
    await expect(failing).rejects.toMatchObject({ reason: 'model-overloaded' });
    const { gateway } = await write({}, writingContext({ steps }));
    expect(gateway.steps).toEqual(['write.chapter.1']);
  });

  it('stops before the next request when the stage is aborted', async () => {
    const stage = new AbortController();
    const stopping = write(
      {
        structured: (call) => {
          stage.abort(new Error('lease lost'));
          return goodStructure(call);
        },
      },
      writingContext({ signal: stage.signal }),
    );
    await expect(stopping).rejects.toThrow('lease lost');
  });
});

describe('a worker that crashes', () => {
  const faulty: Script = {
    prose: (call) =>
      call.history?.length === 0
        ? { parts: [goodChapter(call).slice(0, 30)], isCut: true }
        : `${goodChapter(call)}沒有引用的一句話。`,
  };

  it('pays for no answer twice, whatever step it crashed after', async () => {
    const { report, gateway } = await write(faulty);
    const all = gateway.calls.length;
    expect(all).toBe(11);
    for (let saved = 1; saved <= all; saved += 1) {
      const steps = new KeptSteps();
      steps.failAfter = saved;
      const first = new ScriptedGateway(faulty);
      const crashing = new GeminiWriter({ gateway: first });
      await expect(crashing.write(plan, evidence, writingContext({ steps }))).rejects.toThrow(
        'the worker died',
      );
      steps.failAfter = Infinity;
      const second = await write(faulty, writingContext({ steps }));
      expect(new Set([...first.steps, ...second.gateway.steps]).size).toBe(all);
      expect(first.calls.length + second.gateway.calls.length).toBe(all);
      expect(second.report).toEqual(report);
    }
  });
});
