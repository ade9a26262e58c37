import { LIMITS_OF_A_DAY } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import type { Answer } from '../answers/answer.ts';
import { oneLine } from '../truncate-graphemes.ts';
import {
  failureWords,
  noEvidenceWords,
  spanWords,
  STAGE_WORDS,
  STATUS_WORDS,
  waitingWords,
} from '../words.zh-tw.ts';
import { buttonRow, mainButton } from './buttons.ts';
import { card, COLOUR, listing, note, paragraph, present } from './card-parts.ts';
import { stageSteps } from './stage-steps.ts';

const MAX = { question: 300, theme: 100, themes: 8 } as const;

/** What a status card shows. */
export type StatusCardInput = Omit<Extract<Answer, { kind: 'status' }>, 'kind'>;

/** How far a run is: its steps, its time, its themes, and what can be done now. */
export function statusCard(input: StatusCardInput): messagingApi.FlexMessage {
  const { run, status, stage } = input;
  const asked = oneLine(input.question, MAX.question, '（空白的問題）');
  const title = titleOf(input);
  const going = status === 'running';
  return card({
    altText: `${title}｜第 ${run.version} 版｜${asked}`,
    title,
    badge: `第 ${run.version} 版`,
    ground: going || status === 'done' ? COLOUR.accent : COLOUR.quiet,
    body: present([
      paragraph(asked, { maxLines: 4 }),
      stageSteps(status === 'done' ? 'all-done' : stage),
      note(sayingOf(input), 4),
      progressNote(input),
      listing('搜尋方向', themesOf(input.groups)),
      input.queued > 0 ? note(`後面還有 ${input.queued} 個問題在排隊。`, 1) : undefined,
    ]),
    footer: buttonsOf(input),
  });
}

function titleOf({ status, stage, needsHuman }: StatusCardInput): string {
  if (status !== 'running') return STATUS_WORDS[status];
  return needsHuman ? '正在等候確認' : `進行中：${STAGE_WORDS[stage]}`;
}

/** `這個步驟已完成 3／6，找到 12 個來源。` */
function progressNote({ status, needsHuman, progress }: StatusCardInput) {
  if (status !== 'running' || needsHuman || progress === undefined) return undefined;
  const { done, total, sources } = progress;
  const found = sources === undefined ? '' : `，找到 ${sources} 個來源`;
  return note(`這個步驟已完成 ${done}／${total}${found}。`, 2);
}

function sayingOf(input: StatusCardInput): string {
  const { run, status, stage, needsHuman, waitsFor, reason, elapsedMs } = input;
  switch (status) {
    case 'running': {
      const since = `已經過 ${spanWords(elapsedMs)}。`;
      return needsHuman ? since + waitingWords(waitsFor) : `${since}完成後會在這裡通知你。`;
    }
    case 'done':
      return `報告已經完成，花了 ${spanWords(elapsedMs)}。`;
    case 'failed':
      return `${failureWords(stage, reason ?? 'unknown')}已經完成的部分都保留著。`;
    case 'no_evidence':
      return noEvidenceWords(reason ?? '').join('');
    case 'cancelled':
      return run.version > 1
        ? '這一版已經取消，之前的版本都還在。'
        : '這次研究已經取消，沒有產生報告。';
  }
}

function themesOf(groups: readonly string[]): string[] {
  const shown = groups
    .slice(0, MAX.themes)
    .map((theme) => `・${oneLine(theme, MAX.theme, '（沒有說明）')}`);
  const more = groups.length - shown.length;
  return more > 0 ? [...shown, `・還有 ${more} 個`] : shown;
}

function buttonsOf(input: StatusCardInput): messagingApi.FlexComponent[] {
  const { run, status, stage, needsHuman, waitsFor } = input;
  const cancel = { label: '取消', does: { act: 'cancel', run } } as const;
  const fresh = { label: '新研究', does: { act: 'new-topic' } } as const;
  switch (status) {
    case 'running':
      if (needsHuman && LIMITS_OF_A_DAY.has(waitsFor ?? '')) {
        return [mainButton({ label: '再試一次', does: { act: 'retry', run } }), buttonRow(cancel)];
      }
      return needsHuman && stage === 'plan' && waitsFor !== 'over-budget'
        ? [
            mainButton({ label: '同意計畫', does: { act: 'approve-plan', run } }),
            buttonRow({ label: '修改計畫', does: { act: 'edit-plan', run } }, cancel),
          ]
        : [buttonRow({ label: '更新進度', does: { act: 'status', run } }, cancel)];
    case 'done':
      return [
        mainButton({ label: '取得報告', does: { act: 'link', run } }),
        buttonRow({ label: '所有版本', does: { act: 'versions', run } }, fresh),
      ];
    case 'failed':
      return [mainButton({ label: '再試一次', does: { act: 'retry', run } }), buttonRow(fresh)];
    case 'no_evidence':
    case 'cancelled':
      return [buttonRow(fresh, { label: '我的報告', does: { act: 'history' } })];
  }
}
