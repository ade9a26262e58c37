import { ok, type Endpoint } from './api-endpoint.ts';
import type { MessageContract } from './message-contract.ts';
import { checkRichMenuImage } from './rich-menu-image.ts';
import type { RichMenus } from './rich-menus.ts';

const ONE = '/v2/bot/richmenu/{richMenuId}';
const DEFAULT = '/v2/bot/user/all/richmenu';

interface Parts {
  readonly contract: MessageContract;
  readonly richMenus: RichMenus;
}

/** The menu under a chat. LINE serves the images from a host of its own; here it is the same one. */
export function richMenuEndpoints({ contract, richMenus }: Parts): Endpoint[] {
  return [
    {
      method: 'POST',
      path: '/v2/bot/richmenu',
      takes: 'json',
      run: ({ body }) => ok({ richMenuId: richMenus.create(contract.checkRichMenu(body)) }),
    },
    {
      method: 'POST',
      path: '/v2/bot/richmenu/validate',
      takes: 'json',
      run: ({ body }) => {
        contract.checkRichMenu(body);
        return ok();
      },
    },
    {
      method: 'POST',
      path: `${ONE}/content`,
      takes: 'bytes',
      run: ({ ids: [id = ''], bytes, mediaType }) => {
        richMenus.get(id);
        richMenus.setImage(id, checkRichMenuImage(bytes, mediaType));
        return ok();
      },
    },
    {
      method: 'GET',
      path: `${ONE}/content`,
      takes: 'nothing',
      run: ({ ids: [id = ''] }) => {
        const { bytes, mediaType } = richMenus.imageOf(id);
        return { status: 200, bytes, headers: { 'content-type': mediaType } };
      },
    },
    {
      method: 'GET',
      path: '/v2/bot/richmenu/list',
      takes: 'nothing',
      run: () => ok({ richmenus: richMenus.list() }),
    },
    change('DELETE', ONE, (id) => richMenus.delete(id)),
    change('POST', `${DEFAULT}/{richMenuId}`, (id) => richMenus.setDefault(id)),
    change('DELETE', DEFAULT, () => richMenus.cancelDefault()),
    {
      method: 'GET',
      path: DEFAULT,
      takes: 'nothing',
      run: () => ok({ richMenuId: richMenus.defaultId() }),
    },
    {
      method: 'GET',
      path: ONE,
      takes: 'nothing',
      run: ({ ids: [id = ''] }) => ok(richMenus.get(id)),
    },
  ];
}

function change(method: 'POST' | 'DELETE', path: string, apply: (id: string) => void): Endpoint {
  return {
    method,
    path,
    takes: 'nothing',
    run: ({ ids: [id = ''] }) => {
      apply(id);
      return ok();
    },
  };
}
