import { randomBytes } from 'node:crypto';
import type { messagingApi } from '@line/bot-sdk';
import { LineRefusal } from './line-refusal.ts';
import type { RichMenuImage } from './rich-menu-image.ts';

const MAX_MENUS = 1000;

/** A rich menu as its creator described it; the contract has checked that nothing is missing. */
export type RichMenu = Required<messagingApi.RichMenuRequest>;

interface Kept {
  readonly menu: RichMenu;
  image: RichMenuImage | undefined;
}

/** The rich menus of the channel. Kept in memory: they are nothing that a bot must find again. */
export class RichMenus {
  readonly #menus = new Map<string, Kept>();
  #defaultId: string | undefined;

  /** @returns its id. @throws LineRefusal 400 when there are 1,000 already. */
  create(menu: RichMenu): string {
    if (this.#menus.size >= MAX_MENUS) {
      // Only the figure is documented, not the words.
      throw new LineRefusal(400, 'The maximum number of rich menus has been reached');
    }
    const id = `richmenu-${randomBytes(16).toString('hex')}`;
    this.#menus.set(id, { menu, image: undefined });
    return id;
  }

  /** @throws LineRefusal 404; 400 for a second image: LINE replaces none. */
  setImage(id: string, image: RichMenuImage): void {
    const kept = this.#find(id);
    if (kept.image !== undefined) {
      throw new LineRefusal(400, 'An image has already been uploaded to the richmenu');
    }
    kept.image = image;
  }

  /** @throws LineRefusal 404, also before an image was uploaded. */
  imageOf(id: string): RichMenuImage {
    const { image } = this.#find(id);
    if (image === undefined) throw new LineRefusal(404, 'Not found');
    return image;
  }

  get(id: string): object {
    return { richMenuId: id, ...this.#find(id).menu };
  }

  list(): object[] {
    return [...this.#menus.keys()].map((id) => this.get(id));
  }

  delete(id: string): void {
    this.#find(id);
    this.#menus.delete(id);
    if (this.#defaultId === id) this.#defaultId = undefined;
  }

  /** Everybody sees it. @throws LineRefusal 404; 400 without an image. */
  setDefault(id: string): void {
    if (this.#find(id).image === undefined) {
      throw new LineRefusal(400, 'must upload richmenu image before applying it to user');
    }
    this.#defaultId = id;
  }

  /** @throws LineRefusal 404 when there is none. */
  defaultId(): string {
    if (this.#defaultId === undefined) throw new LineRefusal(404, 'no default richmenu');
    return this.#defaultId;
  }

  cancelDefault(): void {
    this.#defaultId = undefined;
  }

  #find(id: string): Kept {
    const kept = this.#menus.get(id);
    if (kept === undefined) throw new LineRefusal(404, 'Not found');
    return kept;
  }
}
