import type { Does } from './day-event.ts';

/** A sentence and what it means. Sentences that only people could understand are none of these. */
export interface Phrase {
  readonly text: string;
  readonly does: Does;
}

const talk = (text: string): Phrase => ({ text, does: { kind: 'talk' } });

/** What changes nothing, and is answered. */
export const TALK: readonly Phrase[] = [
  ...['查看進度', '進度', 'status', '好了沒', '報告連結', '連結', '所有版本', '版本', 'versions'],
  ...['我的報告', '歷史紀錄', 'history', '說明', 'help', '怎麼用', '你好', '哈囉', 'hello'],
  ...['謝謝', '感謝你', 'ありがとう', '研究', '深入', '補充來源', '同意計畫', '修改計畫'],
].map(talk);

/** Nobody could say whether these are questions: the bot asks back. */
export const UNCLEAR: readonly Phrase[] = ['嗯', '好喔', '隨便', '呵呵', '地熱'].map((text) => ({
  text,
  does: { kind: 'unclear' },
}));

export const FOLLOW_UPS: readonly Phrase[] = [
  { text: '第 2 章再深一點', does: { kind: 'follow-up', wish: 'deepen' } },
  { text: '深入第三章', does: { kind: 'follow-up', wish: 'deepen' } },
  { text: '第 2 章再深一點，補日文來源', does: { kind: 'follow-up', wish: 'deepen' } },
  { text: '深入第九章', does: { kind: 'follow-up', wish: 'missing-chapter' } },
  { text: '補充日文來源', does: { kind: 'follow-up', wish: 'sources' } },
  { text: '改寫第二章，白話一點', does: { kind: 'follow-up', wish: 'rewrite' } },
  { text: '重新發布', does: { kind: 'follow-up', wish: 'republish' } },
];

export const CANCEL: Phrase = { text: '取消', does: { kind: 'cancel' } };
export const RETRY: Phrase = { text: '再試一次', does: { kind: 'retry' } };
export const NEW_TOPIC: Phrase = { text: '換題目', does: { kind: 'new-topic' } };

/** What people of a group say to each other. */
export const CHATTER: readonly string[] = ['今天午餐吃什麼？', '我也覺得', '明天要開會嗎？', '好'];

const PLACES = ['宜蘭', '澎湖', '台東', '冰島', '北海道', '紐西蘭', '金門', '恆春'];
const TOPICS = [
  '地熱發電',
  '離岸風電',
  '屋頂太陽能',
  '潮汐發電',
  '渡輪電動化',
  '綠屋頂',
  '氫能公車',
];
const ASPECTS = ['的成本是什麼？', '有什麼風險？', '在哪些地方成功了？', '為什麼推動得慢？'];

/** Question number `index`: some begin with a word of command, most do not. */
export function question(index: number): Phrase {
  const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';
  const asked =
    pick(PLACES, index) +
    pick(TOPICS, Math.floor(index / 3)) +
    pick(ASPECTS, Math.floor(index / 7));
  return { text: index % 5 === 0 ? `研究 ${asked}` : asked, does: { kind: 'ask' } };
}
