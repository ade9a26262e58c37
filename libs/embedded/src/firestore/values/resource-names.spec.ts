import { checkDocumentName, relativePathOf, splitDocumentName } from './resource-names.ts';

const ROOT = 'projects/p/databases/d/documents';

describe('document names', () => {
  it('are split into parent, collection and id', () => {
    const name = `${ROOT}/runs/r1/artifacts/1.plan`;
    expect(splitDocumentName(name)).toEqual({
      parent: `${ROOT}/runs/r1`,
      collectionId: 'artifacts',
    });
    expect(relativePathOf(name)).toBe('runs/r1/artifacts/1.plan');
  });

  it.each([
    ['a collection', `${ROOT}/c`],
    ['the root', ROOT],
    ['nothing', ''],
    ['an empty id', `${ROOT}/c/`],
    ['a dot', `${ROOT}/c/.`],
    ['two dots', `${ROOT}/../d`],
    ['a reserved id', `${ROOT}/c/__x__`],
    ['an id of 1,501 bytes', `${ROOT}/c/${'x'.repeat(1501)}`],
    ['a name above 6 KiB', `${ROOT}${`/c/${'x'.repeat(1500)}`.repeat(5)}`],
  ])('cannot be %s', (_, name) => {
    expect(() => checkDocumentName(name)).toThrow(/invalid|exceeds/);
  });

  it('may have ids of 1,500 bytes with dots, spaces and Chinese', () => {
    expect(() => checkDocumentName(`${ROOT}/研究 1/${'x'.repeat(1499)}.`)).not.toThrow();
  });
});
