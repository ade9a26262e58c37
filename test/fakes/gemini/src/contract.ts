import { Ajv, type ValidateFunction } from 'ajv';
import type { ApiPath } from './api-path.ts';
import { invalid } from './google-refusal.ts';
import { isObject, type JsonObject } from './json.ts';
import { checkRules, type RuleContext } from './request-rules.ts';
import { countTokensSchema, generateContentSchema } from './request-schema.ts';
import { viewOf } from './request-view.ts';
import { shapeRefusal } from './schema-faults.ts';

/** What the server takes as the body of a request. */
export class Contract {
  readonly #ajv = new Ajv({ strict: true, strictRequired: false });
  readonly #validators = {
    generateContent: {
      gemini: this.#ajv.compile(generateContentSchema('gemini')),
      vertex: this.#ajv.compile(generateContentSchema('vertex')),
    },
    countTokens: {
      gemini: this.#ajv.compile(countTokensSchema('gemini')),
      vertex: this.#ajv.compile(countTokensSchema('vertex')),
    },
  };

  /** @throws GoogleRefusal 400 when the real server would not take this body either. */
  checkGenerate(body: JsonObject, context: RuleContext): void {
    checkShape(this.#validators.generateContent[context.api], body);
    checkRules(viewOf(body), context);
  }

  /** @throws GoogleRefusal 400 when the body is none of countTokens. */
  checkCount(body: JsonObject, api: ApiPath['api']): void {
    checkShape(this.#validators.countTokens[api], body);
  }
}

/** A body as JSON. @throws GoogleRefusal 400 when it is none, or no object. */
export function parseBody(raw: Buffer): JsonObject {
  let body: unknown;
  try {
    body = JSON.parse(raw.toString());
  } catch (error) {
    throw invalid('not-json', `Invalid JSON payload received. ${String(error)}`);
  }
  if (isObject(body)) return body;
  throw invalid('not-json', 'Invalid JSON payload received. Root must be an object.');
}

function checkShape(validate: ValidateFunction, body: JsonObject): void {
  if (validate(body)) return;
  const [error] = validate.errors ?? [];
  if (error !== undefined) throw shapeRefusal(error);
}
