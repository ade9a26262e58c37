import { isNegated } from './negation.ts';

/** Opposites: saying the one is denying the other. */
const AXES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /增加|增長|提高|提升|上升|升高|擴大|上漲|攀升|增加|上昇|向上|高まる|高める|増える|\b(?:increas\w*|rais(?:e|es|ed|ing)|ris(?:e|es|en|ing)|rose|grow(?:s|n)?|grew|higher)\b/iu,
    /減少|降低|下降|減輕|縮小|降至|下滑|下跌|滑落|衰退|減少|低下|軽減|下が[るっ]|下げ|減る|減ら|\b(?:decreas\w*|reduc\w*|lower(?:s|ed|ing)?|fall(?:s|en|ing)?|fell|declin\w*|cut(?:s|ting)?|drop(?:s|ped)?|eas(?:e|es|ed))\b/iu,
  ],
  [/安全|\bsafe\b/iu, /危險|危険|\b(?:unsafe|dangerous|hazardous)\b/iu],
  [/有效(?!期)|有効|効果的|\beffective(?:ly)?\b/iu, /無效|無効|\bineffective\b/iu],
  [/贊成|支持|賛成|\bsupport(?:s|ed)?\b/iu, /反對|反対|\b(?:oppos(?:e|es|ed)|against)\b/iu],
  [/足夠|充足|充分|十分な|\bsufficient\b/iu, /短缺|不十分|\binsufficient\b/iu],
  [/改善|好轉|\bimprov\w*\b/iu, /惡化|悪化|\b(?:worsen\w*|deteriorat\w*)\b/iu],
  [/有利|有益|\bbeneficial\b/iu, /有害|\bharmful\b/iu],
  [
    /(?:更|較|比較|很|偏|愈|越)多(?!數)|(?<![許眾過至最大差諸])多\s*$|多い|多く|多かった|\bmore\b(?! than \d| or less)/iu,
    /(?:更|較|比較|很|偏|愈|越)少(?!數)|(?<![至最減缺])少\s*$|少ない|少なかった|少なく(?!とも)|\b(?:less|fewer)\b(?! than \d)/iu,
  ],
  [
    /(?:更|較|比較|很|偏|愈|越)高|高い|高く|高かった|\bhigh\b/iu,
    /(?:更|較|比較|很|偏|愈|越)低|低い|低く|低かった|\blow\b/iu,
  ],
  [
    /(?:更|較|比較|偏|愈|越)早|提早|提前|早い|早く|\bearl(?:y|ier)\b/iu,
    /(?:更|較|比較|偏|愈|越)晚|延後|延遲|推遲|遅い|遅く|\b(?:late|later)\b/iu,
  ],
  [
    // `不可` and `てはいけません` carry their own negation, which turns them round.
    /可以|允許|准許|(?<=不)得(?![不已])|可(?![以能否是見惜愛靠行觀])|ても(?:よい|いい|良い|構わない)|問題(?:は)?(?:ありません|ない)|ては(?:いけ|なら)|\b(?:allow(?:s|ed)?|permit(?:s|ted)?|supported|supports)\b/iu,
    /禁止|嚴禁|禁じ|ては(?:だめ|ダメ)|\b(?:prohibit(?:s|ed)?|forbidden|forbids|ban(?:s|ned)|removed|dropped|discontinued|unsupported)\b/iu,
  ],
];
const GRANTED = /ても構わない/gu;

/** Which way a clause points on each pair of opposites it mentions, negation included: 1 or -1. */
export function directions(clause: string): ReadonlyMap<number, 1 | -1> {
  const sign = isNegated(clause.replace(GRANTED, '')) ? -1 : 1;
  const found = new Map<number, 1 | -1>();
  for (const [axis, [up, down]] of AXES.entries()) {
    const [isUp, isDown] = [up.test(clause), down.test(clause)];
    if (isUp !== isDown) found.set(axis, isUp === sign > 0 ? 1 : -1);
  }
  return found;
}

/** Whether two words are opposite ends of one scale, such as `增加` and `減少`. */
export function areOpposites(a: string, b: string): boolean {
  const [inA, inB] = [directions(a), directions(b)];
  return [...inA].some(([axis, way]) => inB.get(axis) === -way);
}

/** Words that turn or weaken a statement without being opposites of each other. */
const MODALS: readonly RegExp[] = [
  /必須|必需|務必|應該|應(?=[於在由當先以])|なければなら|べき|\b(?:must|shall|should|required|mandatory|have to|has to)\b/iu,
  /建議|最好|推薦|望ましい|おすすめ|\b(?:recommend\w*|advis\w*|ideally)\b/iu,
  /可能|也許|或許|恐怕|かもしれ|可能性|\b(?:may|might|could|possibl[ey]|likely|probably)\b/iu,
  /只有|僅|只能|唯一|のみ|だけ|\b(?:only|solely)\b/iu,
  /所有|全部|一律|一定|總是|すべて|全て|必ず|\b(?:all|every|always)\b/iu,
  /部分|有些|少數|有時|一部|\b(?:some|sometimes|few|rarely)\b/iu,
  /幾乎|很少|ほとんど|\b(?:almost|hardly)\b/iu,
  /例外|除外|除了|除非|以外|を除[きく]|\b(?:except|unless|excluding)\b/iu,
];

/**
 * How a clause stands to what it speaks of: its opposites, modal words, figures without a unit and
 * negation. Two clauses in nearly the same words say the same only if these are the same, too.
 */
export function stanceOf(clause: string): string {
  const text = clause.normalize('NFKC');
  const sides = AXES.flatMap(([up, down], axis) => [
    ...(up.test(text) ? [`${axis}+`] : []),
    ...(down.test(text) ? [`${axis}-`] : []),
  ]);
  const modals = MODALS.flatMap((pattern, at) => (pattern.test(text) ? [`m${at}`] : []));
  const digits = text.match(/\d+(?:\.\d+)?|[二三四五六七八九十百千兩]+/gu) ?? [];
  return [...sides, ...modals, isNegated(text) ? 'not' : '', ...digits.sort()].join(' ');
}
