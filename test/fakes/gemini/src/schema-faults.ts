import type { ErrorObject } from 'ajv';
import { invalid, type GoogleRefusal } from './google-refusal.ts';

/** What Google says of a body that does not have the shape of the request. */
export function shapeRefusal(error: ErrorObject): GoogleRefusal {
  const { keyword, instancePath, message = '' } = error;
  const field = protoPath(instancePath);
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(error.params['additionalProperty']);
      const place = field === '' ? '' : ` at '${field}'`;
      return invalid(
        'unknown-field',
        `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`,
        field,
      );
    }
    case 'required':
      return invalid(
        'missing-field',
        `* GenerateContentRequest.${join(field, String(error.params['missingProperty']))}: required field is missing.\n`,
        field,
      );
    case 'type':
      return invalid('wrong-type', `Invalid value at '${field}' (${message})`, field);
    default:
      return invalid('out-of-range', `* GenerateContentRequest.${field}: ${message}\n`, field);
  }
}

/** `/generationConfig/thinkingConfig` -> `generation_config.thinking_config`, `/contents/0` -> `contents[0]`. */
function protoPath(pointer: string): string {
  return pointer.split('/').slice(1).reduce(join, '');
}

function join(path: string, name: string): string {
  if (/^\d+$/u.test(name)) return `${path}[${name}]`;
  const snake = name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return path === '' ? snake : `${path}.${snake}`;
}
