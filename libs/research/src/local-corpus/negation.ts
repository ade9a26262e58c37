/** Words that look like a negation but are none, or cancel out. They are removed before looking. */
const NO_NEGATION =
  /不(?:僅|只|但|單|論|同|斷|少|管|久|妨|得不|可不|過|錯|乏)|並非不|不是不|無(?:論|線|人機|障礙|形|數|縫|不)|非(?:常|洲|營利|政府)|未來|未婚|是否|能否|可否|否則|没准|だけでな[くい]|のみならず|かもしれな|しかな|なければなら|なくてはなら|ざるを得な|少な[いく]|危な[いく]|違いな|に他ならな|やむを得な|間もな|問題(?:は)?(?:ありません|な[いく])|不(?:得|可|能|宜|應|應該|會)?(?:超過|低於|少於|高於|多於)|還不|(?:not|no) (?:to )?(?:exceed|(?:more|less|fewer|longer|later) than)|not only|not just|not merely|no doubt|not necessarily|whether or not|\bif not\b/giu;
const NEGATION =
  /不|無法|無(?=[效害關益法明顯顯著])|没有|沒有|並無|毫無|並未|從未|未(?=[能曾必見達發有獲被經對造使改減增影出提列符通設滿])|尚未|並非|絕非|非(?=[必有因由屬])|難以|看不|否認|缺乏|并未|并非|并无|尚无|无法|难以|ない|ません|なかった|なく(?=[、,]|て)|(?<=[らせえけべれめかさたなまわ])ず(?=に|、|,)|ぬ(?=。|$)|\b(?:not|no|never|neither|nor|cannot|without|hardly|unable|fail(?:s|ed)? to|little evidence|lacks?)\b|n['’]t\b/giu;

/** Whether a clause denies what it says. Two negations make none. */
export function isNegated(clause: string): boolean {
  const text = clause.normalize('NFKC').replace(NO_NEGATION, ' ');
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}

/** Permissions say something about a subject and are none of it. */
const PERMISSION_WORDS =
  /可以|允許|准許|不得|不可(?!能)|禁止|嚴禁|問題(?:は)?(?:ありません|な[いく])|\b(?:allowed|permitted|prohibited|forbidden|banned)\b/giu;

/** The clause without its negating and permitting words, for comparing what it speaks of. */
export function withoutNegation(clause: string): string {
  return clause.normalize('NFKC').replace(PERMISSION_WORDS, ' ').replace(NEGATION, ' ');
}
