import { crc32, inflateSync } from 'node:zlib';
import { encodePng } from './png.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Reads a PNG by its specification, not by our encoder. */
function chunksOf(file: Buffer): Chunk[] {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const content = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(content));
    chunks.push({ type: content.toString('latin1', 0, 4), data: content.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

it('writes size, colours and pixels so that a PNG reader finds them', () => {
  const file = encodePng({
    width: 3,
    height: 2,
    palette: [
      [255, 0, 0],
      [0, 128, 255],
    ],
    pixels: Uint8Array.from([0, 1, 0, 1, 1, 0]),
  });
  const chunks = chunksOf(file);
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const [header, palette, pixels] = chunks.map(({ data }) => data);
  // Width, height, bits per sample, indexed colours, and the only methods there are.
  expect(header?.toString('hex')).toBe('00000003' + '00000002' + '08' + '03' + '000000');
  expect([...(palette ?? [])]).toEqual([255, 0, 0, 0, 128, 255]);
  expect([...inflateSync(pixels ?? Buffer.alloc(0))]).toEqual([0, 0, 1, 0, 0, 1, 1, 0]);
});
