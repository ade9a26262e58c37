import { invalidArgument } from './grpc-errors.ts';
import type { FieldMask } from './wire-types.ts';

/**
 * The current resource with the masked fields taken from the update. A path to a sub-field replaces
 * the whole field, as the service documents for policies.
 * @param mutable the fields that may change, in camelCase.
 * @throws PubSubError INVALID_ARGUMENT for any other field.
 */
export function applyFieldMask<Resource extends object>(
  current: Resource,
  update: Resource,
  mask: FieldMask | null,
  mutable: ReadonlySet<string>,
): Resource {
  const paths = mask?.paths ?? [];
  if (paths.length === 0) {
    throw invalidArgument('The update_mask must be set, and must contain a non-empty paths list.');
  }
  const changes: Record<string, unknown> = {};
  for (const path of paths) {
    const field = toCamelCase(path.split('.')[0] ?? '');
    if (!mutable.has(field)) {
      throw invalidArgument(
        `Invalid update_mask provided in the request: the ${path} field is not mutable.`,
      );
    }
    changes[field] = Reflect.get(update, field);
  }
  return { ...current, ...changes };
}

function toCamelCase(path: string): string {
  return path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
