import { tapAction } from './action-rules.ts';
import { box, image } from './flex-components.ts';
import { colour, kind } from './flex-values.ts';
import { LINE_LIMITS } from './line-limits.ts';
import { jsonBytes } from './measures.ts';
import { all, flag, isRecord, list, oneOf, record, report, tagged, type Rule } from './rules.ts';

const onlyBox = tagged(new Map([['box', box]]));
const blockStyle = record({}, { backgroundColor: colour, separator: flag, separatorColor: colour });

const bubbleSize: Rule = (value, path, found) => {
  const bytes = jsonBytes(value);
  if (bytes > LINE_LIMITS.bubbleBytes) {
    report(found, 'too-large', path, `at most ${LINE_LIMITS.bubbleBytes} bytes, not ${bytes}`);
  }
  if (!isRecord(value)) return;
  if (['header', 'hero', 'body', 'footer'].every((block) => value[block] === undefined)) {
    report(found, 'missing', path, 'a header, hero, body or footer');
  }
};

const bubble = all(
  record(kind, {
    size: oneOf('nano', 'micro', 'deca', 'hecto', 'kilo', 'mega', 'giga'),
    direction: oneOf('ltr', 'rtl'),
    header: onlyBox,
    hero: tagged(
      new Map([
        ['box', box],
        ['image', image],
      ]),
    ),
    body: onlyBox,
    footer: onlyBox,
    styles: record(
      {},
      { header: blockStyle, hero: blockStyle, body: blockStyle, footer: blockStyle },
    ),
    action: tapAction,
  }),
  bubbleSize,
);

const carouselSize: Rule = (value, path, found) => {
  const bytes = jsonBytes(value);
  if (bytes > LINE_LIMITS.carouselBytes) {
    report(found, 'too-large', path, `at most ${LINE_LIMITS.carouselBytes} bytes, not ${bytes}`);
  }
  if (!isRecord(value) || !Array.isArray(value['contents'])) return;
  const widths = value['contents'].map((each) => (isRecord(each) ? (each['size'] ?? 'mega') : ''));
  if (new Set(widths).size > 1) {
    report(found, 'wrong-value', `${path}.contents`, 'bubbles of one width');
  }
};

/** What a Flex message shows: one bubble, or a row of them. */
export const flexContainer: Rule = tagged(
  new Map([
    ['bubble', bubble],
    [
      'carousel',
      all(
        record({
          ...kind,
          contents: list(tagged(new Map([['bubble', bubble]])), {
            min: 1,
            max: LINE_LIMITS.bubbles,
          }),
        }),
        carouselSize,
      ),
    ],
  ]),
);
