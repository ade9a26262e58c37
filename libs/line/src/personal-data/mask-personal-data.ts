import { accountDetectors, ibanDetector } from './accounts.ts';
import { cardDetectors } from './cards.ts';
import { PERSONAL_DATA_KINDS, type PersonalDataKind, type Span } from './detector.ts';
import { emailDetectors } from './emails.ts';
import { keptPlaces } from './kept-places.ts';
import { myNumberDetector, nationalIdDetectors } from './national-ids.ts';
import { phoneDetectors } from './phones.ts';
import { originOf, readableText, withMasked } from './readable-text.ts';

/** A text without the personal data that was recognised in it. */
export interface MaskedText {
  readonly text: string;
  /** How often each kind was masked. */
  readonly masked: Readonly<Record<PersonalDataKind, number>>;
}

const LABELS: Readonly<Record<PersonalDataKind, string>> = {
  email: '電子郵件',
  account: '銀行帳號',
  nationalId: '證件號碼',
  card: '信用卡號',
  phone: '電話',
};
const PLACEHOLDER = new RegExp(`［已遮蔽：(?:${Object.values(LABELS).join('|')})］`, 'gu');

/** In this order: what was masked by one is out of reach for the next. */
const DETECTORS = [
  ...emailDetectors,
  ibanDetector,
  ...nationalIdDetectors,
  ...cardDetectors,
  ...accountDetectors,
  ...phoneDetectors,
  myNumberDetector,
];

interface Found extends Span {
  readonly kind: PersonalDataKind;
}

/**
 * Puts `［已遮蔽：電話］` and the like in place of ids, phone, card and account numbers and e-mail
 * addresses, before a person's text is stored or shown to a model. Recognised by form, check digit or
 * the word before; a number without any of these stays, since a question is full of numbers. Takes
 * time in proportion to the length; masking twice changes nothing more.
 */
export function maskPersonalData(text: string): MaskedText {
  const found = findAll(text);
  const counts = PERSONAL_DATA_KINDS.map((kind) => [
    kind,
    found.filter((one) => one.kind === kind).length,
  ]);
  return {
    text: replaceAll(text, found),
    masked: Object.fromEntries(counts) as Record<PersonalDataKind, number>,
  };
}

function findAll(text: string): Found[] {
  const masked = [...text.matchAll(PLACEHOLDER)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  let readable = readableText(text, { masked, kept: keptPlaces(text) });
  const found: Found[] = [];
  for (const detector of DETECTORS) {
    const spans = detector.find(readable.text);
    found.push(...spans.map((span) => ({ kind: detector.kind, ...originOf(readable, span) })));
    readable = withMasked(readable, spans);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

function replaceAll(text: string, found: readonly Found[]): string {
  let from = 0;
  const parts = found.map(({ kind, start, end }) => {
    const part = `${text.slice(from, start)}［已遮蔽：${LABELS[kind]}］`;
    from = end;
    return part;
  });
  return parts.join('') + text.slice(from);
}
