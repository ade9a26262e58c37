/** Questions that the demo corpus can answer, offered in an empty chat. */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  '地熱電廠會影響溫泉的水位嗎？',
  '移位機器人可以取代夜班人力嗎？',
  '綠屋頂能讓室內降溫幾度？',
];
