import { LineRefusal } from './line-refusal.ts';

const MAX_BYTES = 1024 * 1024;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What a rich menu is drawn with. */
export interface RichMenuImage {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The image, when LINE would take it for a rich menu (reference: "Upload rich menu image").
 * @throws LineRefusal 415 for another media type, 400 for a file that is too large, of another size than
 * LINE allows, or no such image at all.
 */
export function checkRichMenuImage(bytes: Buffer, mediaType: string): RichMenuImage {
  if (mediaType !== 'image/png' && mediaType !== 'image/jpeg') {
    throw new LineRefusal(415, 'Unsupported Media Type');
  }
  const size = mediaType === 'image/png' ? pngSize(bytes) : jpegSize(bytes);
  if (bytes.length > MAX_BYTES || size === undefined || !isAllowed(size)) {
    throw new LineRefusal(400, 'The image size is not allowed for richmenu');
  }
  return { bytes, mediaType };
}

/** Sizes of images and of the menus they belong to: both have the same bounds. */
export function isAllowed({ width, height }: Size): boolean {
  return width >= 800 && width <= 2500 && height >= 250 && width / height >= 1.45;
}

/** The size stands in IHDR, the first chunk. */
function pngSize(bytes: Buffer): Size | undefined {
  const isPng = bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG);
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The size stands in a "start of frame" segment, after others of any length. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // SOF0 to SOF15; C4, C8 and CC define tables instead.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
