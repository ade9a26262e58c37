import type { Lexicon } from './question-terms.ts';
import { knownSpans } from './known-spans.ts';

/** Where and when a claim holds: two claims whose scopes differ do not contradict each other. */
export interface ClaimScope {
  readonly years: ReadonlySet<string>;
  /** Places, facilities, products and other named things (folded). */
  readonly names: ReadonlySet<string>;
  /** Member of each group of {@link QUALIFIERS} that occurs, as `group:member`. */
  readonly qualifiers: ReadonlySet<string>;
}

/** Words of one group exclude each other: a figure for summer says nothing about winter. */
const QUALIFIERS: readonly (readonly RegExp[])[] = [
  [/夏/u, /冬/u, /春/u, /秋/u],
  [/summer/iu, /winter/iu],
  [/夜|晚上|\bnight/iu, /白天|日間|午後|正午|昼|日中|中午|\bday(?:time)?\b|afternoon/iu],
  [/室內|室内|屋內|\bindoor/iu, /室外|戶外|屋外|\boutdoor/iu],
  [/表面|\bsurface/iu, /氣溫|空氣|気温|室溫|室温|\bair\b/iu],
  [/男性|男生|\bmen\b|\bmale/iu, /女性|女生|婦女|\bwomen\b|\bfemale/iu],
  [
    /最高|最大|尖峰|上限|\bmaxim|\bpeak|up to/iu,
    /平均|\baverage|\bmean\b/iu,
    /最低|最小|下限|\bminim/iu,
  ],
  [
    /每年|年間|一年|annual|per year|a year|yearly/iu,
    /每月|月間|monthly|per month/iu,
    /每天|每日|一日|daily|per day/iu,
  ],
  [
    /全球|世界|global|worldwide/iu,
    /全國|全台|台灣|全国|国内|nationwide|national/iu,
    /全市|市內|citywide/iu,
  ],
  [
    /初期費|建置|興建|初始|造價|installation|construction/iu,
    /維護|維修|維持費|維持管理|營運成本|maintenance|operating cost/iu,
  ],
  [/小型|小規模|small/iu, /大型|大規模|large/iu],
  [/短期|short-term/iu, /長期(?!照)|long-term(?! care)/iu],
  [
    /預計|預估|目標|規劃|計畫|將於|予定|目標|計画|見込|plan|target|expect|project(?:ed|ion)|will\b/iu,
    /目前|已|實際|實測|現在|現時点|actual|current|measured/iu,
  ],
  [/去年|前年|last year/iu, /今年|this year/iu],
  [/國內|国内|境內/u, /國外|国外|海外|境外/u],
  [/白(?!天|書|色家電)/u, /赤|紅(?!茶|豆)/u, /黑|黒/u],
  [/主管|經理|管理職|manager/iu, /一般(?:員工|人員|職員|同仁|社員)|非主管/u],
  [/正職|全職|正社員|full-time/iu, /兼職|約聘|工讀|パート|アルバイト|part-time/iu],
  [/成人|大人|\badults?\b/iu, /兒童|孩童|子ども|子供|\bchild(?:ren)?\b/iu],
  [/新建|新築|new build/iu, /既有|舊有|既存|existing/iu],
];

const FACILITY =
  /(?:發電廠|发电厂|発電所|電廠|醫院|病院|場址|示範區|園區|社區|國小|小学校|號機|号機|市|縣|県|鎮|鄉|省|州|島|溪|湖|灣|港|大樓|機構|型)/gu;
const TOO_GENERAL =
  /[這该該每此本各全某座所個的之在於与與及和或是有了為等大中小新舊同其他另兩二三一多都看怎麼說做想去來讓被把從對]|都市|城市|城|示範|當地|地方|附近|當|台灣|日本|東/u;
const NO_NAME = new Set(
  'The A An In On At By For From With Of To It Its This That These Those However But And Or If When While As After Before Since During Although Their Our His Her We They He She There Here No Not Most Many Some All Each Every Both One Two Three Four Five Six Seven Eight Nine Ten January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday Table Figure Dr Mr Mrs Ms Prof According'.split(
    ' ',
  ),
);
const SOURCE_NAME =
  /(?:Institute|University|College|Agency|Ministry|Association|Society|Council|Foundation|Authority|Committee|Commission|Bureau|Department|Laboratory|Lab|Centre|Center|Union|Federation|Group|Company|Corporation|Inc|Ltd|Office|Board|Network|Journal|Report|Survey|Review|Forum)\b/u;

/** Reads the scope of a claim from its sentence and, where that names nothing, from where it stands. */
export function claimScope(
  sentence: string,
  { place, context }: { readonly place: string; readonly context: string },
  lexicon: Lexicon,
): ClaimScope {
  const [text, around] = [sentence.normalize('NFKC'), place.normalize('NFKC')];
  const own = namesIn(text, lexicon);
  // Titles are no sentences, and what stands before a facility there is often no name. One that the
  // text around repeats is.
  const placed = [...namesIn(around, lexicon)].filter((name) => isRepeated(name, context, lexicon));
  return {
    years: new Set(
      text.match(/(?<!\d)(?:19|20)\d{2}(?!\d|[,.]\d)|民國\s?\d{2,3}(?=\s?年)/gu) ?? [],
    ),
    names: own.size > 0 ? own : new Set(placed),
    qualifiers: qualifiersIn(text),
  };
}

/** Whether two claims speak of different years, things or circumstances. */
export function scopesDiffer(a: ClaimScope, b: ClaimScope): boolean {
  if (areApart(a.years, b.years) || areApart(a.names, b.names)) return true;
  return QUALIFIERS.some((_, group) => {
    const members = (scope: ClaimScope): ReadonlySet<string> =>
      new Set([...scope.qualifiers].filter((member) => member.startsWith(`${group}:`)));
    return areApart(members(a), members(b));
  });
}

function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((member) => b.has(member));
}

function qualifiersIn(text: string): Set<string> {
  return new Set(
    QUALIFIERS.flatMap((group, at) =>
      group.flatMap((pattern, member) => (pattern.test(text) ? [`${at}:${member}`] : [])),
    ),
  );
}

function namesIn(text: string, lexicon: Lexicon): Set<string> {
  const names = [...facilityNames(text, lexicon), ...latinNames(text)];
  return new Set(names.map((name) => nameOf(lexicon.fold(name), lexicon)));
}

function isRepeated(name: string, context: string, { fold }: Lexicon): boolean {
  return fold(context).includes(name);
}

function nameOf(folded: string, { glossary }: Lexicon): string {
  return glossary.conceptName(folded) ?? folded;
}

/** The two characters before a word for a place or a facility: `青嶺` in `青嶺地熱電廠`. */
function facilityNames(text: string, lexicon: Lexicon): string[] {
  return [...text.matchAll(FACILITY)].flatMap((match) => {
    let before = text.slice(Math.max(0, match.index - 12), match.index);
    for (
      let known = lastKnown(before, lexicon);
      known !== null;
      known = lastKnown(before, lexicon)
    ) {
      before = before.slice(0, known);
    }
    const name = /(?:[\p{Script=Katakana}ー]{2,}|\p{Script=Han}{2})$/u.exec(before)?.[0];
    return name === undefined || TOO_GENERAL.test(name) ? [] : [name];
  });
}

/** Where the glossary word that ends a text starts. */
function lastKnown(text: string, lexicon: Lexicon): number | null {
  const last = knownSpans(text, lexicon).at(-1);
  return last !== undefined && last.end === text.length ? last.start : null;
}

/** Capitalised words inside an English sentence, and identifiers such as `HX-200`. */
function latinNames(text: string): string[] {
  const identifiers =
    text.match(/(?<![\p{L}\p{N}])[A-Z][A-Za-z]*-?\d+[A-Za-z]*(?![\p{L}\p{N}])/gu) ?? [];
  const phrases = text.match(/(?<=[a-z,;:] )(?:[A-Z][a-z]+)(?:[ -][A-Z][a-z]+)*/gu) ?? [];
  const names = phrases.filter((phrase) => !SOURCE_NAME.test(phrase) && !NO_NAME.has(phrase));
  return [...identifiers, ...names];
}
