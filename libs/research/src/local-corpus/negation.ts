/** Words that look like a negation but are none, or cancel out. They are removed before looking. */
const NO_NEGATION =
  /不(?:僅|只|但|單|論|同|斷|少|管|久|妨|得不|可不|過|錯|乏)|並非不|不是不|無(?:論|線|人機|障礙|形|數|縫|不)|非(?:常|洲|營利|政府)|未來|未婚|是否|能否|可否|否則|没准|だけでな[くい]|のみならず|かもしれな|しかな|なければなら|なくてはなら|ざるを得な|少なくな|違いな|に他ならな|やむを得な|間もな|問題な|not only|not just|not merely|no doubt|no less than|no fewer than|not necessarily|whether or not|\bif not\b/giu;
const NEGATION =
  /不|無法|無(?=[效害關益法明顯顯著])|没有|沒有|並無|毫無|並未|從未|未(?=[能曾必見達發有獲被經對造使改減增影出提列符通設滿])|尚未|並非|絕非|非(?=[必有因由屬])|難以|看不|否認|缺乏|并未|并非|并无|尚无|无法|难以|ない|ません|なかった|なく(?=[、,]|て)|(?<=[らせえけべれめかさたなまわ])ず(?=に|、|,)|ぬ(?=。|$)|\b(?:not|no|never|neither|nor|cannot|without|hardly|unable|fail(?:s|ed)? to|little evidence|lacks?)\b|n['’]t\b/giu;

/** Whether a clause denies what it says. Two negations make none. */
export function isNegated(clause: string): boolean {
  const text = clause.normalize('NFKC').replace(NO_NEGATION, ' ');
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}

/** The clause without its negating words, for comparing what it speaks of. */
export function withoutNegation(clause: string): string {
  return clause.normalize('NFKC').replace(NEGATION, ' ');
}

/** Opposites: saying the one is denying the other. */
const AXES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /增加|增長|提高|提升|上升|升高|擴大|增加|上昇|向上|高まる|高める|増える|\b(?:increas\w*|rais(?:e|es|ed|ing)|ris(?:e|es|en|ing)|rose|grow(?:s|n)?|grew|higher)\b/iu,
    /減少|降低|下降|減輕|縮小|降至|減少|低下|軽減|下が[るっ]|下げ|減る|減ら|\b(?:decreas\w*|reduc\w*|lower(?:s|ed|ing)?|fall(?:s|en|ing)?|fell|declin\w*|cut(?:s|ting)?|drop(?:s|ped)?|eas(?:e|es|ed))\b/iu,
  ],
  [/安全|\bsafe\b/iu, /危險|危険|\b(?:unsafe|dangerous|hazardous)\b/iu],
  [/有效(?!期)|有効|効果的|\beffective(?:ly)?\b/iu, /無效|無効|\bineffective\b/iu],
  [/贊成|支持|賛成|\bsupport(?:s|ed)?\b/iu, /反對|反対|\b(?:oppos(?:e|es|ed)|against)\b/iu],
  [/足夠|充足|充分|十分な|\bsufficient\b/iu, /短缺|不十分|\binsufficient\b/iu],
  [/改善|好轉|\bimprov\w*\b/iu, /惡化|悪化|\b(?:worsen\w*|deteriorat\w*)\b/iu],
  [/有利|有益|\bbeneficial\b/iu, /有害|\bharmful\b/iu],
];

/** Which way a clause points on each pair of opposites it mentions, negation included: 1 or -1. */
export function directions(clause: string): ReadonlyMap<number, 1 | -1> {
  const sign = isNegated(clause) ? -1 : 1;
  const found = new Map<number, 1 | -1>();
  for (const [axis, [up, down]] of AXES.entries()) {
    const [isUp, isDown] = [up.test(clause), down.test(clause)];
    if (isUp !== isDown) found.set(axis, isUp === sign > 0 ? 1 : -1);
  }
  return found;
}
