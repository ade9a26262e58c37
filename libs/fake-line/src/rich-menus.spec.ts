import { messagingApi } from '@line/bot-sdk';
import { refusalOf, startLineSession, type LineSession } from './line-session.builder.ts';

/** A header is all that is looked at: an image that LINE would have to decode is not needed. */
function png(width: number, height: number, bytes = 64): Blob {
  const image = Buffer.alloc(bytes);
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  image.write('IHDR', 12, 'latin1');
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return new Blob([image], { type: 'image/png' });
}

/** One APP0 segment before the frame, as cameras and editors write. */
function jpeg(width: number, height: number): Blob {
  const app0 = [0xff, 0xe0, 0x00, 0x04, 0x00, 0x00];
  const frame = [0xff, 0xc0, 0x00, 0x0b, 0x08, height >> 8, height & 255, width >> 8, width & 255];
  const image = Buffer.from([0xff, 0xd8, ...app0, ...frame, 0, 0, 0]);
  return new Blob([image], { type: 'image/jpeg' });
}

const AREA = {
  bounds: { x: 0, y: 0, width: 2500, height: 843 },
  action: { type: 'message' as const, label: '說明', text: '說明' },
};
function aMenu(changes: object = {}): messagingApi.RichMenuRequest {
  return {
    size: { width: 2500, height: 843 },
    selected: true,
    name: 'dossier-1',
    chatBarText: '選單',
    areas: [AREA],
    ...changes,
  };
}

describe('rich menus', () => {
  let session: LineSession;
  let blobs: messagingApi.MessagingApiBlobClient;
  beforeEach(async () => {
    session = await startLineSession();
    blobs = new messagingApi.MessagingApiBlobClient({
      channelAccessToken: 'test-token',
      baseURL: session.line.url,
    });
  }, 60_000);
  afterEach(() => session.line.close());

  it('are created, drawn, shown to everybody, listed and deleted', async () => {
    const { client } = session;
    const { richMenuId } = await client.createRichMenu(aMenu());
    await blobs.setRichMenuImage(richMenuId, png(2500, 843));
    await client.setDefaultRichMenu(richMenuId);
    expect(await client.getDefaultRichMenuId()).toEqual({ richMenuId });
    expect((await client.getRichMenuList()).richmenus).toEqual([{ richMenuId, ...aMenu() }]);
    await client.deleteRichMenu(richMenuId);
    expect((await refusalOf(client.getRichMenu(richMenuId))).status).toBe(404);
    expect((await refusalOf(client.getDefaultRichMenuId())).status).toBe(404);
  });

  it('stop being shown when the default is cancelled, and stay', async () => {
    const { client } = session;
    const { richMenuId } = await client.createRichMenu(aMenu());
    await blobs.setRichMenuImage(richMenuId, jpeg(1200, 405));
    await client.setDefaultRichMenu(richMenuId);
    await client.cancelDefaultRichMenu();
    expect((await refusalOf(client.getDefaultRichMenuId())).status).toBe(404);
    expect(await client.getRichMenu(richMenuId)).toMatchObject({ name: 'dossier-1' });
  });

  it('are shown to nobody before they have an image', async () => {
    const { richMenuId } = await session.client.createRichMenu(aMenu());
    const { status, body } = await refusalOf(session.client.setDefaultRichMenu(richMenuId));
    expect(status).toBe(400);
    expect(body['message']).toBe('must upload richmenu image before applying it to user');
  });

  it('keep their first image', async () => {
    const { richMenuId } = await session.client.createRichMenu(aMenu());
    await blobs.setRichMenuImage(richMenuId, png(2500, 843));
    const { body } = await refusalOf(blobs.setRichMenuImage(richMenuId, png(2500, 843)));
    expect(body['message']).toBe('An image has already been uploaded to the richmenu');
  });

  it.each([
    ['a narrow image', png(799, 270), 400],
    ['a wide image', png(2501, 843), 400],
    ['a flat image', png(800, 249), 400],
    ['a tall image', png(2500, 1725), 400],
    ['a tall JPEG', jpeg(1200, 828), 400],
    ['more than a megabyte', png(2500, 843, 1024 * 1024 + 1), 400],
    ['text that calls itself PNG', new Blob(['a'.repeat(99)], { type: 'image/png' }), 400],
    ['a GIF', new Blob(['GIF89a'], { type: 'image/gif' }), 415],
  ])('refuse %s', async (_, image, status) => {
    const { richMenuId } = await session.client.createRichMenu(aMenu());
    expect((await refusalOf(blobs.setRichMenuImage(richMenuId, image))).status).toBe(status);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: '名'.repeat(301) }, 'name'],
    ['a long text in the chat bar', { chatBarText: '選'.repeat(15) }, 'chatBarText'],
    ['a size that no image may have', { size: { width: 2500, height: 1725 } }, 'size'],
    ['21 areas', { areas: Array(21).fill(AREA) }, 'areas'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a fraction of a pixel', { areas: [bounded({ x: 0.5 })] }, 'areas[0].bounds.x'],
    ['an area that begins outside', { areas: [bounded({ x: 2500 })] }, 'areas[0].bounds'],
    ['an area without height', { areas: [bounded({ height: 0 })] }, 'areas[0].bounds'],
    ['a long label', { areas: [acting({ label: '字'.repeat(21) })] }, 'areas[0].action.label'],
    ['an action without text', { areas: [acting({ text: '' })] }, 'areas[0].action.text'],
    [
      'an action for quick replies',
      { areas: [{ ...AREA, action: { type: 'camera', label: 'x' } }] },
      'areas[0].action',
    ],
  ])('refuse %s, and say where', async (_, changes, property) => {
    const { client } = session;
    const menu = aMenu(changes);
    for (const ask of [client.createRichMenu(menu), client.validateRichMenuObject(menu)]) {
      const { status, body } = await refusalOf(ask);
      expect(status).toBe(400);
      expect(body['details']).toContainEqual(expect.objectContaining({ property }));
    }
    expect((await client.getRichMenuList()).richmenus).toEqual([]);
  });

  it('may end a pixel outside, as in LINE’s own guide', async () => {
    await session.client.validateRichMenuObject(
      aMenu({ areas: [bounded({ x: 1667, width: 834 })] }),
    );
  });

  it('are at most 1,000', async () => {
    for (let count = 0; count < 1000; count++) await session.client.createRichMenu(aMenu());
    expect((await refusalOf(session.client.createRichMenu(aMenu()))).status).toBe(400);
  }, 30_000);
});

function bounded(changes: object): object {
  return { ...AREA, bounds: { ...AREA.bounds, ...changes } };
}
function acting(changes: object): object {
  return { ...AREA, action: { ...AREA.action, ...changes } };
}
