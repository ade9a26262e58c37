import type { RunId, StageName } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from '../truncate-graphemes.ts';
import { STAGE_WORDS } from '../words.zh-tw.ts';
import { buttonRow, mainButton, type Choice } from './buttons.ts';
import { card, note, paragraph, present } from './card-parts.ts';
import { stageLine, stageSteps } from './stage-steps.ts';

const MAX_QUESTION = 200;

/** What a busy card shows. */
export interface BusyCardInput {
  readonly running: string;
  readonly stage: StageName;
  readonly asked: string;
  /** Id of the new question, which waits for the choice. */
  readonly pending: RunId;
  readonly mayCancel: boolean;
  readonly mayQueue: boolean;
}

/** Another run is under way: what to do with the new question? */
export function busyCard(input: BusyCardInput): messagingApi.FlexMessage {
  const { stage, pending } = input;
  const running = oneLine(input.running, MAX_QUESTION, '（空白的問題）');
  const wait: Choice = { label: '先等它完成', does: { act: 'wait', pending } };
  const cancel: Choice = { label: '取消前一個', does: { act: 'cancel-first', pending } };
  const queue: Choice = { label: '排隊', does: { act: 'queue', pending } };
  return card({
    altText: `目前還在研究「${running}」（${stageLine(stage)}）。新的問題要怎麼處理？`,
    title: '目前還在研究另一個問題',
    body: present([
      paragraph(running, { maxLines: 3 }),
      stageSteps(stage),
      note(`正在${STAGE_WORDS[stage]}。你接著要的：`, 1),
      paragraph(oneLine(input.asked, MAX_QUESTION, '（空白的問題）'), { maxLines: 3 }),
      input.mayCancel ? undefined : note('前一個問題是別人提出的，只有那個人可以取消。', 2),
    ]),
    footer: [
      mainButton(input.mayQueue ? queue : wait),
      ...(input.mayQueue || input.mayCancel
        ? [buttonRow(...(input.mayQueue ? [wait] : []), ...(input.mayCancel ? [cancel] : []))]
        : []),
    ],
  });
}
