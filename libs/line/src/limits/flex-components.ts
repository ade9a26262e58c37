import { buttonAction, pictureUrl, tapAction } from './action-rules.ts';
import {
  colour,
  kind,
  letters,
  look,
  picture,
  ratio,
  room,
  share,
  shown,
  shrinks,
  sideways,
  upright,
} from './flex-values.ts';
import {
  all,
  flag,
  isRecord,
  list,
  matching,
  oneOf,
  record,
  report,
  tagged,
  whole,
  type Rule,
} from './rules.ts';

const span = record({ ...kind, text: shown }, { size: letters, color: colour, ...look });

/** Shows `text`, or spans when it has `contents`. */
const showsText: Rule = (value, path, found) => {
  if (!isRecord(value)) return;
  if (value['text'] === undefined && value['contents'] === undefined) {
    report(found, 'missing', `${path}.text`, 'a text or contents');
  }
};

const textComponent = all(
  record(kind, {
    text: shown,
    contents: list(span, { min: 1 }),
    flex: share,
    size: letters,
    color: colour,
    ...look,
    align: sideways,
    gravity: upright,
    wrap: flag,
    maxLines: whole(0, 1_000),
    lineSpacing: room,
    margin: room,
    action: tapAction,
    ...shrinks,
  }),
  showsText,
);

const button = record(
  { ...kind, action: buttonAction },
  {
    flex: share,
    color: colour,
    style: oneOf('primary', 'secondary', 'link'),
    gravity: upright,
    margin: room,
    height: oneOf('sm', 'md'),
    ...shrinks,
  },
);

/** A picture. */
export const image = record(
  { ...kind, url: pictureUrl },
  {
    flex: share,
    margin: room,
    align: sideways,
    gravity: upright,
    size: picture,
    aspectRatio: ratio,
    aspectMode: oneOf('fit', 'cover'),
    backgroundColor: colour,
    action: tapAction,
  },
);

const icon = record(
  { ...kind, url: pictureUrl },
  { size: letters, aspectRatio: ratio, margin: room, scaling: flag },
);

/** Boxes hold boxes: looked up when a value is there. */
const component: Rule = (value, path, found) => componentByType(value, path, found);

const IN_BASELINE: ReadonlySet<unknown> = new Set(['icon', 'text', 'filler']);

/** A baseline box holds letters and icons only, and an icon stands nowhere else. */
const childrenFit: Rule = (value, path, found) => {
  if (!isRecord(value) || !Array.isArray(value['contents'])) return;
  const baseline = value['layout'] === 'baseline';
  for (const [i, child] of value['contents'].entries()) {
    const type = isRecord(child) ? child['type'] : undefined;
    if (baseline ? IN_BASELINE.has(type) : type !== 'icon') continue;
    report(found, 'misplaced', `${path}.contents[${i}]`, `not in a ${String(value['layout'])} box`);
  }
};

/** A box, and whatever it holds. */
export const box = all(
  record(
    {
      ...kind,
      layout: oneOf('horizontal', 'vertical', 'baseline'),
      contents: list(component),
    },
    {
      flex: share,
      spacing: room,
      margin: room,
      backgroundColor: colour,
      borderColor: colour,
      borderWidth: matching(/^(?:none|light|normal|medium|semi-bold|bold|\d{1,3}px)$/, 'a width'),
      cornerRadius: room,
      width: room,
      maxWidth: room,
      height: room,
      maxHeight: room,
      paddingAll: room,
      paddingTop: room,
      paddingBottom: room,
      paddingStart: room,
      paddingEnd: room,
      justifyContent: oneOf(
        'center',
        'flex-start',
        'flex-end',
        'space-between',
        'space-around',
        'space-evenly',
      ),
      alignItems: oneOf('center', 'flex-start', 'flex-end'),
      action: tapAction,
    },
  ),
  childrenFit,
);

const componentByType = tagged(
  new Map([
    ['box', box],
    ['text', textComponent],
    ['button', button],
    ['image', image],
    ['icon', icon],
    ['separator', record(kind, { margin: room, color: colour })],
    ['filler', record(kind, { flex: share })],
  ]),
);
