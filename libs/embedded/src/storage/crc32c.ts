/** CRC-32C (Castagnoli), reflected polynomial. `zlib.crc32` is another polynomial, so it cannot serve. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The checksum as Cloud Storage writes it: base64 of the four bytes, big-endian. */
export function crc32c(bytes: Uint8Array): string {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  const digest = Buffer.alloc(4);
  digest.writeUInt32BE((value ^ 0xffffffff) >>> 0);
  return digest.toString('base64');
}
