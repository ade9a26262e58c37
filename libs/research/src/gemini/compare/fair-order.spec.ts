import { mergeFindings } from '../../evidence/merge-findings.ts';
import { aPage, found } from './comparing.builder.ts';
import { fairOrder } from './fair-order.ts';

const page = (name: string, ...texts: string[]) => aPage(`https://${name}.test/`, texts);

function orderOf(groups: readonly string[]): string[] {
  const sources = mergeFindings([
    found('g1', page('a', 'a1', 'a2'), page('b', 'b1')),
    found('g2', page('c', 'c1', 'c2'), page('a', 'a1')),
  ]);
  return fairOrder(sources, groups).map(({ extract }) => extract.text);
}

describe('the fair order', () => {
  it('lets groups take turns, each with every page before a second excerpt of one', () => {
    expect(orderOf(['g1', 'g2'])).toEqual(['a1', 'c1', 'b1', 'c2', 'a2']);
  });

  it('ends with what no group asks for', () => {
    expect(orderOf(['g2'])).toEqual(['a1', 'c1', 'c2', 'b1', 'a2']);
  });
});
