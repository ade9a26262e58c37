import { STAGE_NAMES, type StageName } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { STAGE_WORDS } from '../words.zh-tw.ts';
import { COLOUR, label } from './card-parts.ts';

/** How far a version is: the stage under way, or all of them once it is done. */
type Progress = StageName | 'all-done';

/** The five steps as a picture: done ones with a tick, the present one filled, the rest pale. */
export function stageSteps(progress: Progress): messagingApi.FlexBox {
  const present = progress === 'all-done' ? STAGE_NAMES.length : STAGE_NAMES.indexOf(progress);
  return {
    type: 'box',
    layout: 'horizontal',
    contents: STAGE_NAMES.map((stage, i) => step(STAGE_WORDS[stage], i, present)),
  };
}

/** The same in one line of text, for altText: `規劃 → 搜尋 → 【撰寫】 → 發布 → 通知`. */
export function stageLine(present: StageName): string {
  return STAGE_NAMES.map((stage) =>
    stage === present ? `【${STAGE_WORDS[stage]}】` : STAGE_WORDS[stage],
  ).join(' → ');
}

function step(word: string, place: number, present: number): messagingApi.FlexBox {
  const reached = place <= present;
  const mark = place < present ? '✓' : String(place + 1);
  return {
    type: 'box',
    layout: 'vertical',
    spacing: 'xs',
    alignItems: 'center',
    contents: [
      {
        type: 'box',
        layout: 'vertical',
        width: '28px',
        height: '28px',
        cornerRadius: '14px',
        justifyContent: 'center',
        backgroundColor: reached ? (place === present ? COLOUR.accent : COLOUR.badge) : COLOUR.line,
        contents: [
          label(mark, place === present ? COLOUR.onAccent : reached ? COLOUR.accent : COLOUR.muted),
        ],
      },
      label(word, place === present ? COLOUR.accent : COLOUR.muted, 'xxs'),
    ],
  };
}
