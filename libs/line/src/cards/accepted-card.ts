import type { FollowUpWish, RunKey } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from '../truncate-graphemes.ts';
import { KIND_WORDS, LANGUAGE_WORDS } from '../words.zh-tw.ts';
import { buttonRow } from './buttons.ts';
import { card, note, paragraph, present } from './card-parts.ts';
import { stageSteps } from './stage-steps.ts';

const MAX = { question: 400, heading: 80, instruction: 160 } as const;
const PROMISE = '完成後會在這裡傳給你報告連結，這段時間可以先做別的事。';

/** A question was taken on, and what happens next. */
export function acceptedCard(question: string, run: RunKey): messagingApi.FlexMessage {
  const asked = oneLine(question, MAX.question, '（空白的問題）');
  return card({
    altText: `收到，開始研究：${asked}`,
    title: '收到，開始研究',
    body: [paragraph(asked, { maxLines: 5 }), stageSteps('plan'), note(PROMISE)],
    footer: [underWay(run)],
  });
}

/** What a further version is to be. */
export interface FollowUpCardInput {
  readonly question: string;
  readonly run: RunKey;
  readonly wish: FollowUpWish;
  /** Heading of the chapter that the wish names. */
  readonly heading?: string;
}

/** A further version was begun: what it will be, and what stays as it is. */
export function followUpCard(input: FollowUpCardInput): messagingApi.FlexMessage {
  const { run, wish } = input;
  const asked = oneLine(input.question, MAX.question, '（空白的問題）');
  const instruction = oneLine(wish.instruction ?? '', MAX.instruction, '');
  const whole = wish.kind === 'republish' || wish.chapter === undefined;
  return card({
    altText: `收到，開始製作第 ${run.version} 版：${wishWords(input)}`,
    title: `收到，開始製作第 ${run.version} 版`,
    badge: KIND_WORDS[wish.kind],
    body: present([
      paragraph(wishWords(input), { maxLines: 3 }),
      instruction === '' ? undefined : note(`你的要求：${instruction}`),
      note(`題目：${asked}`, 2),
      stageSteps(wish.kind === 'republish' ? 'publish' : 'plan'),
      note(whole ? PROMISE : `其他章節保持原樣。${PROMISE}`),
    ]),
    footer: [underWay(run)],
  });
}

/** A wish in a few words: `深入第 2 章「費率」，並補充日文、英文來源`. */
export function wishWords({
  wish,
  heading = '',
}: Pick<FollowUpCardInput, 'wish' | 'heading'>): string {
  const chapter = wish.chapter === undefined ? '' : `第 ${wish.chapter} 章`;
  const named = heading === '' ? chapter : `${chapter}「${oneLine(heading, MAX.heading, '…')}」`;
  const languages = (wish.languages ?? []).map((each) => LANGUAGE_WORDS[each]).join('、');
  switch (wish.kind) {
    case 'deepen':
      return `深入${named || '這份報告'}${languages && `，並補充${languages}來源`}`;
    case 'add-sources':
      return `${named && `為${named}`}補充${languages}來源`;
    case 'rewrite':
      return `改寫${named || '整份報告'}`;
    case 'republish':
      return '重新發布同一份報告';
    case 'in-words':
      return '依你的話製作新的一版';
  }
}

function underWay(run: RunKey): messagingApi.FlexBox {
  return buttonRow(
    { label: '查看進度', does: { act: 'status', run } },
    { label: '取消', does: { act: 'cancel', run } },
  );
}
