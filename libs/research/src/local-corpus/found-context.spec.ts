import { extractIndex } from '@dossier/contracts';
import { research, withFolder } from './corpus-folder.builder.ts';

describe('the text around an excerpt', () => {
  it('ends with its paragraph and has no block marks or line breaks', () =>
    withFolder(
      {
        'a.md': [
          '# 換電站',
          '',
          '> 這是另一段引文。',
          '',
          '前一句話說的是天氣。',
          '換電站的建置成本約為 180 萬元。',
          '後一句話說的是路口。',
          '',
          '- 清單的項目。',
          '',
          '> 本文為示範語料。',
        ].join('\n'),
      },
      async (folder) => {
        const { evidence } = await research(folder, '換電站的建置成本是多少？');
        const found = [...extractIndex(evidence).values()].map(({ extract }) => extract);
        expect(found.find(({ text }) => text.includes('180'))).toMatchObject({
          before: '前一句話說的是天氣。 ',
          text: '換電站的建置成本約為 180 萬元。',
          after: ' 後一句話說的是路口。',
        });
      },
    ));
});
