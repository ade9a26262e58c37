/** A unit of measure: a name shared by all spellings, and the factor to that name's size. */
export interface Unit {
  readonly name: string;
  readonly factor: number;
}

/**
 * Units as written in the three languages: `name factor: spelling spelling ...` (`_` is a space). Counters of
 * Chinese and Japanese share a name only where they count the same kind of thing.
 */
const TABLE = `
% 1: % percent パーセント 個百分點 個百分点 百分點 百分点 ポイント percentage_points percentage_point
% 10: 成 割
times 1: 倍 times -fold
°C 1: °c ℃ 度c 攝氏度 摄氏度 degrees_celsius degree_celsius 度
length 1: 公尺 米 m メートル metres meters metre meter
length 1000: 公里 千米 km キロメートル kilometres kilometers kilometre kilometer
length 0.01: 公分 厘米 cm センチ センチメートル centimetres centimeters
length 0.001: 公釐 毫米 mm ミリ ミリメートル millimetres millimeters
area 1: 平方公尺 平方米 平方メートル m2 m² square_metres square_meters
area 10000: 公頃 ha ヘクタール hectares hectare
area 1000000: 平方公里 平方キロメートル km2 km² square_kilometres square_kilometers
volume 0.001: 毫升 ml cc ミリリットル milliliters millilitres
volume 1: 公升 升 l リットル litres liters
volume 1000: 立方公尺 立方メートル m3 m³ cubic_metres cubic_meters
mass 1: 公斤 kg キログラム キロ kilograms kilogram
mass 1000: 公噸 噸 吨 トン t tonnes tonne tons ton
mass 0.000000001: 微克 μg マイクログラム micrograms
mass 0.000001: 毫克 mg ミリグラム milligrams
mass 0.001: 公克 克 g グラム grams gram
power 1: 千瓦 kw キロワット kilowatts
power 0.001: 瓦 w ワット watts
power 1000: mw 百萬瓦 メガワット megawatts megawatt
power 1000000: gw 吉瓦 ギガワット gigawatts gigawatt
energy 1: kwh 千瓦時 度電 キロワット時 kilowatt-hours kilowatt_hours
energy 1000: mwh
energy 1000000: gwh
data 1: mb
data 1000: gb
data 1000000: tb
food 1: kcal 大卡 千卡 キロカロリー kilocalories
frequency 1: hz 赫茲
frequency 1000: khz
frequency 1000000: mhz
frequency 1000000000: ghz
dB 1: 分貝 分贝 db デシベル decibels
ppm 1: ppm
TWD 1: 元 新臺幣 新台幣 新台币 台幣 ntd twd nt_dollars
JPY 1: 円 日圓 日元 yen jpy
USD 1: 美元 美金 ドル usd us_dollars dollars
EUR 1: 歐元 ユーロ euros eur
year 1: 年 年間 年间 years year
month 1: 個月 个月 か月 ヶ月 カ月 箇月 months month
week 1: 週 周 週間 星期 weeks week
day 1: 天 日 日間 days day
minute 60: 小時 小时 時間 hours hour
minute 1: 分鐘 分钟 分 分間 minutes minute
second 0.001: ms 毫秒 ミリ秒 milliseconds
second 1: 秒 秒間 seconds second
age 1: 歲 岁 歳 years_old
person 1: 人 名 位 people persons workers residents participants patients respondents students
household 1: 戶 户 世帯 households
case 1: 件 起 cases incidents
visit 1: 次 回 人次
machine 1: 台 臺 部 輛 辆 units vehicles robots
building 1: 座 棟 栋 基 箇所 か所 カ所 ヶ所 處 处 所 家 間 buildings plants sites facilities stations
tree 1: 棵 株 本 trees
kind 1: 種 种 種類 species kinds
item 1: 個 个 つ 項 items
`;

const UNITS = new Map<string, Unit>();
for (const row of TABLE.trim().split('\n')) {
  const [head = '', spellings = ''] = row.split(': ');
  const [name = '', factor] = head.split(' ');
  for (const spelling of spellings.split(' ')) {
    UNITS.set(spelling.replaceAll('_', ' '), { name, factor: Number(factor) });
  }
}

/** All spellings, longest first, for a pattern that must not stop at `m` in `mw`. */
export const UNIT_SPELLINGS: readonly string[] = [...UNITS.keys()].sort(
  (a, b) => b.length - a.length,
);

/** The unit of a spelling (lower case). */
export function unitOf(spelling: string): Unit | null {
  return UNITS.get(spelling) ?? null;
}
