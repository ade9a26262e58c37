import { Converter } from 'opencc-js';

type Convert = (text: string) => string;

/**
 * OpenCC takes these for Simplified, but Taiwan writes them too (台 beside 臺, 占 beside 佔, 恒春,
 * 公厘, surnames 余 范 岳 朴 涂). Taken from the characters of Big5 that OpenCC would change.
 */
const ALSO_TAIWANESE = new Set(
  '台里干群游后秘吃伙佣松面占床灶皂岩岳征采咨咸范郁准唇峰晒涌痴雇粽腌杰凶斗丑余朴划丰云吁夸仆辟愿肴厘洒凄栖昵恒炖淀蝎熏涂',
);

const known = new Map<string, boolean>();
let converters: { readonly toTraditional: Convert; readonly toSimplified: Convert } | undefined;

/** The distinct characters of a text that only Simplified Chinese uses, in order of appearance. */
export function simplifiedCharacters(text: string): readonly string[] {
  return [...new Set(text.match(/\p{Script=Han}/gu) ?? [])].filter(isSimplifiedOnly);
}

/** Only Simplified: changes on the way to Traditional, stays on the way to Simplified. */
function isSimplifiedOnly(character: string): boolean {
  if (ALSO_TAIWANESE.has(character)) return false;
  const before = known.get(character);
  if (before !== undefined) return before;
  const { toTraditional, toSimplified } = loadConverters();
  const only = toTraditional(character) !== character && toSimplified(character) === character;
  known.set(character, only);
  return only;
}

/** Building the dictionaries takes a quarter of a second, so it waits for the first report. */
function loadConverters(): NonNullable<typeof converters> {
  return (converters ??= {
    toTraditional: converter('cn', 't'),
    toSimplified: converter('t', 'cn'),
  });
}

/** The package's typings import each other without file extensions, so nodenext finds no types in them. */
function converter(from: string, to: string): Convert {
  const made: unknown = Converter({ from, to });
  if (!isConvert(made)) throw new TypeError('opencc-js made no converter');
  return made;
}

function isConvert(value: unknown): value is Convert {
  return typeof value === 'function';
}
