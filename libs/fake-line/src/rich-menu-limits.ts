import { checkAction, type ActionPlace } from './action-limits.ts';
import { LimitChecks } from './limit-checks.ts';
import type { RefusalDetail } from './line-refusal.ts';
import { isAllowed } from './rich-menu-image.ts';
import type { RichMenu } from './rich-menus.ts';
import { graphemes } from './text-measures.ts';

const RICH_MENU_AREA: ActionPlace = {
  maxLabel: 20,
  labelRequired: false,
  refused: new Set(['camera', 'cameraRoll', 'location']),
};

/**
 * What is wrong with a rich menu beyond its types (reference: "Rich menu object", "Area object"). An
 * area may end a pixel outside the menu, as areas in LINE's own guide do; none begins there.
 */
export function checkRichMenuLimits(menu: RichMenu): readonly RefusalDetail[] {
  const checks = new LimitChecks();
  const { width = 0, height = 0 } = menu.size;
  if (!isAllowed({ width, height })) checks.fault('size', 'invalid property');
  checks.length('name', menu.name, { max: 300, measure: graphemes });
  checks.length('chatBarText', menu.chatBarText, { max: 14, measure: graphemes });
  for (const [index, { bounds, action }] of menu.areas.entries()) {
    const path = `areas[${index}]`;
    const { x = -1, y = -1, width: w = 0, height: h = 0 } = bounds ?? {};
    if (x < 0 || y < 0 || x >= width || y >= height) {
      checks.fault(`${path}.bounds`, 'invalid property');
    }
    if (w < 1 || h < 1 || w > width || h > height) {
      checks.fault(`${path}.bounds`, 'invalid property');
    }
    checkAction(checks, `${path}.action`, action, RICH_MENU_AREA);
  }
  return checks.faults.map(({ property, message }) => ({
    // Actions are checked as inside a message, where paths have slashes.
    property: property.replaceAll('/', '.'),
    message,
  }));
}
