/** Questions that the demo corpus can answer, offered in an empty chat. */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  '地熱發電會影響溫泉嗎？',
  '照護機器人能減輕照服員的負擔嗎？',
  '綠屋頂能讓室內降溫幾度？',
];
