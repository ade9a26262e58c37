import { extractIndex } from '@dossier/contracts';
import { research, withFolder } from './corpus-folder.builder.ts';

/** What comparing two documents says: `numeric`, `polarity`, `agree` or nothing. */
async function verdict(first: string, second: string, question: string): Promise<string> {
  return withFolder({ 'a.md': first, 'b.md': second }, async (folder) => {
    const { evidence } = await research(folder, question);
    expect(extractIndex(evidence).size).toBe(2);
    const kinds = evidence.divergences.map(({ kind }): string => kind);
    return [...kinds, ...evidence.agreements.map(() => 'agree')].join(' ');
  });
}

describe('two documents that contradict each other', () => {
  it.each([
    [
      'numeric',
      '國內出差的住宿費每晚上限為新臺幣 2,800 元。',
      '國內出差的住宿費每晚上限為新臺幣 3,200 元，自 2025 年 7 月起調整。',
      '國內出差的住宿費上限是多少？',
    ],
    ['numeric', '文件須保存至少 3 年。', '文件須保存至少 5 年。', '文件須保存幾年？'],
    ['numeric', '新進人員的試用期為三個月。', '新進人員的試用期為六個月。', '試用期多長？'],
    ['numeric', '特別休假共有二十八天。', '特別休假共有十四天。', '特別休假有幾天？'],
    ['numeric', '課稅比率為百分之二十。', '課稅比率為十分之一。', '課稅比率是多少？'],
    ['numeric', '咖啡因含量為 95 mg。', '咖啡因含量為 60 mg。', '咖啡因含量是多少？'],
    ['numeric', '冷凍庫的溫度應保持 -5 °C。', '冷凍庫的溫度應保持 5 °C。', '冷凍庫的溫度是幾度？'],
    ['numeric', '圖書館上午 9 點開門。', '圖書館上午 10 點開門。', '圖書館幾點開門？'],
    [
      'numeric',
      '咖啡粉與水的比例為 1:16。',
      '咖啡粉與水的比例為 1:12。',
      '咖啡粉與水的比例是多少？',
    ],
    [
      'numeric',
      '松湖圖書館於 1991 年落成。',
      '松湖圖書館於 1994 年落成。',
      '松湖圖書館哪一年落成？',
    ],
    [
      'numeric',
      '味噌の熟成期間は12か月以上必要です。',
      '味噌の熟成期間は6か月から10か月が目安です。',
      '味噌の熟成期間はどのくらいですか？',
    ],
    [
      'numeric',
      '# 味噌の熟成期間\n\n味噌の熟成期間は12か月以上必要です。\n',
      '# 味噌の熟成期間\n\n仕込んでから6か月から10か月が目安です。\n',
      '味噌の熟成期間はどのくらいですか？',
    ],
    [
      'numeric',
      'The probation period of the contract lasts six months.',
      'The probation period of the contract lasts three months.',
      'How long is the probation period of the contract?',
    ],
    [
      'numeric',
      '圖書館平日晚上九點閉館，國定假日不開放。',
      '圖書館平日晚上十點閉館，國定假日不開放。',
      '圖書館幾點閉館？',
    ],
    ['numeric', '味噌可以冷凍保存一年。', '味噌可以冷凍保存半年。', '味噌可以冷凍保存多久？'],
    [
      'numeric',
      'The API returns at most 100 records per page.',
      'The API returns at most 500 records per page.',
      'How many records does the API return per page?',
    ],
    [
      'numeric',
      'The museum was founded in 1991 by the city council.',
      'The museum was founded in 1987 by the city council.',
      'When was the museum founded?',
    ],
    [
      'numeric',
      '睡前六小時喝咖啡會讓總睡眠時間減少 41 分鐘。',
      'Drinking coffee six hours before bed reduced total sleep time by 15 minutes.',
      '睡前喝咖啡會影響睡眠嗎？',
    ],
    [
      'polarity',
      '浅煎りのコーヒーはカフェインが多いです。',
      '浅煎りのコーヒーはカフェインが少ないです。',
      '浅煎りのコーヒーはカフェインが多いですか？',
    ],
    ['polarity', '深焙咖啡的咖啡因比較多。', '深焙咖啡的咖啡因比較少。', '深焙咖啡的咖啡因多嗎？'],
    [
      'polarity',
      '2024 年的差旅費總支出比前一年上升。',
      '2024 年的差旅費總支出比前一年下滑。',
      '2024 年差旅費總支出增加還是減少？',
    ],
    [
      'polarity',
      'Dark roast coffee has less caffeine per bean.',
      'Dark roast coffee has more caffeine per bean.',
      'Does dark roast coffee have more caffeine?',
    ],
    ['polarity', '出差時可以攜帶家屬同行。', '出差時禁止攜帶家屬同行。', '出差可以攜帶家屬嗎？'],
    [
      'polarity',
      'Dogs are allowed in the reading room of the library.',
      'Dogs are prohibited in the reading room of the library.',
      'Are dogs allowed in the reading room?',
    ],
    [
      'polarity',
      'Node 18 is supported by the build tool today.',
      'Support for Node 18 was removed from the build tool.',
      'Is Node 18 supported by the build tool?',
    ],
    [
      'polarity',
      '味噌の表面のカビは食べても問題ありません。',
      '味噌の表面のカビは食べてはいけません。',
      '味噌のカビは食べてもいいですか？',
    ],
  ])('%s: %s %s', async (expected, first, second, question) => {
    expect(await verdict(first, second, question)).toBe(expected);
  });
});

describe('two documents that neither contradict each other nor say the same', () => {
  it.each([
    [
      'The speed limit on the coastal road is 80 km/h in dry weather.',
      'The coastal road with its speed limit is 80 km long.',
      'What is the speed limit on the coastal road?',
    ],
    [
      '睡前六小時喝咖啡會讓總睡眠時間減少 41 分鐘。',
      'Drinking coffee three hours before bed reduced total sleep time by 15 minutes.',
      '睡前喝咖啡會影響睡眠嗎？',
    ],
    [
      '睡前喝咖啡會讓睡眠時間減少 20 分鐘到 41 分鐘。',
      '睡前喝咖啡會讓睡眠時間減少 41 分鐘到 50 分鐘。',
      '睡前喝咖啡會影響睡眠嗎？',
    ],
    ['出差每人餐費為 400 至 600 元。', '出差每人餐費為 500 元。', '每人餐費是多少？'],
    [
      '白味噌の塩分は5%から7%です。',
      '味噌の塩分は約12パーセントです。',
      '味噌の塩分はどれくらいですか？',
    ],
    ['白味噌的鹽分濃度是 6%。', '赤味噌的鹽分濃度是 12%。', '味噌的鹽分濃度是多少？'],
    ['國外出差可以報支洗衣費。', '國內出差不可以報支洗衣費。', '出差可以報支洗衣費嗎？'],
    [
      '主管出差的住宿費上限為 3,000 元。',
      '一般員工出差的住宿費上限為 2,000 元。',
      '出差的住宿費上限是多少？',
    ],
    ['早餐補助每餐 100 元整。', '宵夜補助每餐 150 元整。', '補助每餐多少元？'],
    ['保固期至少 3 年。', '保固期為 5 年。', '保固期是幾年？'],
    ['出差時禁止攜帶家屬同行。', '出差時不得攜帶家屬同行。', '出差可以攜帶家屬嗎？'],
    ['會議室必須事先預約登記。', '會議室最好事先預約登記。', '會議室需要預約登記嗎？'],
    ['花圃每天早晨澆水施肥最適合。', '花圃每天傍晚澆水施肥最適合。', '花圃什麼時段澆水施肥？'],
  ])('%s %s', async (first, second, question) => {
    expect(await verdict(first, second, question)).toBe('');
  });
});

describe('two documents that say the same', () => {
  it.each([
    ['新進人員試用期為三個月。', '新進人員的試用期為 3 個月。', '試用期多長？'],
    ['課稅比率為百分之二十。', '課稅比率為 20%。', '課稅比率是多少？'],
  ])('%s %s', async (first, second, question) => {
    expect(await verdict(first, second, question)).toBe('agree');
  });
});
