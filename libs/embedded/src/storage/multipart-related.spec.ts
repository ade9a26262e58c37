import { parseMultipartRelated } from './multipart-related.ts';
import { StorageError } from './storage-error.ts';

const TYPE = 'multipart/related; boundary=edge';

function bodyOf(media: string): Buffer {
  return Buffer.from(
    `--edge\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--edge\r\ncontent-type: text/html\r\n\r\n${media}\r\n--edge--`,
  );
}

describe('parseMultipartRelated', () => {
  it('gives the metadata, and the media with the type of its own part', () => {
    const { metadata, contentType, bytes } = parseMultipartRelated(TYPE, bodyOf('報告'));
    expect(Buffer.from(metadata).toString()).toBe('{"a":1}');
    expect(contentType).toBe('text/html');
    expect(bytes.toString()).toBe('報告');
  });

  it('keeps media that is empty, or that holds line ends and header-like text', () => {
    expect(parseMultipartRelated(TYPE, bodyOf('')).bytes).toHaveLength(0);
    const tricky = '\r\n\r\nContent-Type: x\r\n--edg';
    expect(parseMultipartRelated(TYPE, bodyOf(tricky)).bytes.toString()).toBe(tricky);
  });

  it('takes a quoted boundary', () => {
    const type = 'multipart/related; boundary="edge"';
    expect(parseMultipartRelated(type, bodyOf('x')).bytes.toString()).toBe('x');
  });

  it.each([
    ['another content type', 'text/plain', bodyOf('x')],
    ['a body cut short', TYPE, bodyOf('x').subarray(0, -12)],
    [
      'no closing boundary',
      TYPE,
      Buffer.concat([bodyOf('x').subarray(0, -2), Buffer.from('\n\n')]),
    ],
    ['one part only', TYPE, Buffer.from('--edge\r\n\r\n{}\r\n--edge--')],
    ['another boundary', 'multipart/related; boundary=other', bodyOf('x')],
  ])('refuses %s with 400', (_, type, body) => {
    expect(() => parseMultipartRelated(type, body)).toThrow(StorageError);
  });
});
