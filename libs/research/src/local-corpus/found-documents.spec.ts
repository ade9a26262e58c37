import { pathsOf, research, withFolder } from './corpus-folder.builder.ts';

async function found(files: Record<string, string>, question: string): Promise<string[]> {
  return withFolder(files, async (folder) => pathsOf((await research(folder, question)).evidence));
}

describe('a question whose words the documents do not write', () => {
  const budget = {
    'travel.md': '# 年度報告\n\n2024 年差旅費總支出比前一年減少 12%。\n',
    'office.md': '# 辦公室租金\n\n辦公室的租金由總務處按月支付。\n',
  };
  it.each([
    '2024 年差旅費總支出增加還是減少？',
    '差旅費總支出上升或者下降？',
    'Did 差旅費 increase or decrease?',
  ])('that offers two opposites finds the one that is so: %s', async (question) => {
    expect(await found(budget, question)).toEqual(['travel.md']);
  });

  const coffee = {
    'brew.md': '手沖咖啡的建議水溫為攝氏 92 度。',
    'bean.md': '咖啡豆應存放在陰涼的地方。',
  };
  it('that joins two words in one finds what speaks of one of them', async () => {
    expect(await found(coffee, '咖啡沖煮水溫多少？')).toContain('brew.md');
  });
  it.each(['量子電腦運算速度多少？', '飛機票價優惠折扣？'])(
    'still finds nothing elsewhere: %s',
    async (question) => {
      expect(await found({ ...coffee, ...budget }, question)).toEqual([]);
    },
  );
});
