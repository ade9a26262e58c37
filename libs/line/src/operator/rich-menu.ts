import { createHash } from 'node:crypto';
import type { messagingApi } from '@line/bot-sdk';
import type { LineOperator, ListedMenu } from './line-operator.ts';
import { encodePng } from './png.ts';
import { areaBounds, drawRichMenu, MENU_SIZE } from './rich-menu-drawing.ts';

/** Menus with such names are ours, and nobody else's are touched. */
const NAME_PREFIX = 'dossier-menu-';

/**
 * What a tap says in the person's name, from left to right. All three are text commands as well: LINE
 * for PC shows no rich menu.
 */
const TEXTS = ['新研究', '我的報告', '說明'];

/** A menu as LINE takes it, and its picture. */
export interface DossierMenu {
  readonly request: messagingApi.RichMenuRequest & { readonly name: string };
  readonly png: Uint8Array;
}

/** The default menu. Its name says what is in it, so that an unchanged one is not installed again. */
export function dossierMenu(): DossierMenu {
  const drawing = drawRichMenu();
  const content: messagingApi.RichMenuRequest = {
    size: { ...MENU_SIZE },
    selected: true,
    chatBarText: '選單',
    areas: areaBounds().map(({ x, width }, index) => {
      const text = TEXTS[index] ?? '';
      return {
        bounds: { x, y: 0, width, height: MENU_SIZE.height },
        action: { type: 'message', label: text, text },
      };
    }),
  };
  // Over the pixels, not the file: another release of zlib may compress them differently.
  const hash = createHash('sha256')
    .update(JSON.stringify([content, drawing.palette]))
    .update(drawing.pixels)
    .digest('hex');
  const name = `${NAME_PREFIX}${hash.slice(0, 12)}`;
  return { request: { ...content, name }, png: encodePng(drawing) };
}

/** One thing to do at LINE. */
export type MenuStep =
  | { readonly does: 'install'; readonly name: string }
  | { readonly does: 'hide'; readonly name: string }
  | { readonly does: 'delete'; readonly name: string; readonly id: string };

/**
 * What installs the menu: nothing when everybody sees it already. Older ones, and what an interrupted
 * installation left, are deleted last, so that there is a menu at every moment.
 */
export async function planInstallation(
  operator: LineOperator,
  { request: { name } }: DossierMenu,
): Promise<readonly MenuStep[]> {
  const [menus, defaultId] = await Promise.all([operator.richMenus(), operator.defaultMenuId()]);
  const shown = menus.find((menu) => menu.name === name && menu.id === defaultId);
  const others = ours(menus).filter(({ id }) => id !== shown?.id);
  return [
    ...(shown === undefined ? [{ does: 'install' as const, name }] : []),
    ...deletions(others),
  ];
}

/** What takes our menus away, and only ours. */
export async function planRemoval(operator: LineOperator): Promise<readonly MenuStep[]> {
  const [menus, defaultId] = await Promise.all([operator.richMenus(), operator.defaultMenuId()]);
  const shown = ours(menus).find(({ id }) => id === defaultId);
  return [
    ...(shown === undefined ? [] : [{ does: 'hide' as const, name: shown.name }]),
    ...deletions(ours(menus)),
  ];
}

/** Does one step of a plan. */
export async function takeStep(
  operator: LineOperator,
  menu: DossierMenu,
  step: MenuStep,
): Promise<void> {
  switch (step.does) {
    case 'install':
      await operator.showToEverybody(await operator.createMenu(menu.request, menu.png));
      return;
    case 'hide':
      return operator.hideDefaultMenu();
    case 'delete':
      return operator.deleteMenu(step.id);
  }
}

function ours(menus: readonly ListedMenu[]): readonly ListedMenu[] {
  return menus.filter(({ name }) => name.startsWith(NAME_PREFIX));
}

function deletions(menus: readonly ListedMenu[]): MenuStep[] {
  return menus.map(({ id, name }) => ({ does: 'delete', id, name }));
}
