import type { ApiPath } from './api-path.ts';
import { invalid } from './google-refusal.ts';
import { checkResponseJsonSchema } from './json-schema-subset.ts';
import { textOf } from './json.ts';
import { isGemini3, MAX_OUTPUT_TOKENS } from './models.ts';
import { urlsIn, type RequestView } from './request-view.ts';
import { checkTurns } from './turn-rules.ts';

/** What is to be known of a request besides its body. */
export interface RuleContext extends Pick<ApiPath, 'api' | 'model'> {
  /** Whether calls of Gemini 3 have to come back with their thought signature. */
  readonly needsSignatures: boolean;
}

const MAX_URLS = 20;
const FUNCTION_NAME = /^[A-Za-z_][\w.:-]{0,127}$/u;

/**
 * The rules that no shape carries: what may stand together, how many, in which order.
 * @throws GoogleRefusal for the first one that is broken.
 */
export function checkRules(view: RequestView, context: RuleContext): void {
  checkTurns(view, context);
  checkOutput(view);
  checkSchema(view);
  checkTools(view, context);
}

function checkOutput({ settings }: RequestView): void {
  const { maxOutputTokens: most } = settings;
  if (typeof most !== 'number' || (most >= 1 && most <= MAX_OUTPUT_TOKENS)) return;
  throw invalid(
    'max-output-tokens',
    `Unable to submit request because it has a maxOutputTokens value of ${most} but the supported range is from 1 (inclusive) to ${MAX_OUTPUT_TOKENS + 1} (exclusive). Update the value and try again.`,
    'generation_config.max_output_tokens',
  );
}

function checkSchema({ settings }: RequestView): void {
  const { responseSchema, responseJsonSchema, responseMimeType } = settings;
  if (responseSchema === undefined && responseJsonSchema === undefined) return;
  if (responseSchema !== undefined && responseJsonSchema !== undefined) {
    throw invalid(
      'both-schemas',
      '* GenerateContentRequest.generation_config: only one of response_schema and response_json_schema may be set.\n',
    );
  }
  if (responseMimeType !== 'application/json') {
    throw invalid(
      'schema-without-mime-type',
      '* GenerateContentRequest.generation_config.response_schema: a response schema needs the response mime type application/json.\n',
    );
  }
  if (responseJsonSchema !== undefined) checkResponseJsonSchema(responseJsonSchema);
}

function checkTools(view: RequestView, { api, model }: RuleContext): void {
  const { tools, functions, settings, userText } = view;
  const calls = functions.length > 0;
  const searches = tools.includes('googleSearch') || tools.includes('urlContext');
  if (calls && searches) {
    throw invalid(
      'functions-with-search',
      api === 'vertex'
        ? 'Multiple tools are supported only when they are all search tools.'
        : 'Tool use with function calling is unsupported',
    );
  }
  if (
    settings['responseMimeType'] === 'application/json' &&
    !isGemini3(model) &&
    tools.length > 0
  ) {
    const use = calls ? 'Function calling' : 'Tool use';
    throw invalid(
      'tools-with-json',
      `${use} with a response mime type: 'application/json' is unsupported`,
    );
  }
  const urls = urlsIn(userText).length;
  if (tools.includes('urlContext') && urls > MAX_URLS) {
    throw invalid(
      'too-many-urls',
      `Number of urls to lookup exceeds the limit (${urls} > ${MAX_URLS}).`,
    );
  }
  checkFunctions(view);
}

function checkFunctions({ functions }: RequestView): void {
  const names = functions.map(({ name }) => textOf(name));
  const odd = names.find((name) => !FUNCTION_NAME.test(name));
  if (odd !== undefined) {
    throw invalid(
      'function-name',
      '* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. Must start with a letter or an underscore.\n',
    );
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw invalid('function-twice', `Duplicate function declaration found: ${twice}`);
  }
  if (
    functions.some(({ parameters, parametersJsonSchema }) => parameters && parametersJsonSchema)
  ) {
    throw invalid(
      'both-parameter-schemas',
      '* GenerateContentRequest.tools[0].function_declarations[0]: only one of parameters and parameters_json_schema may be set.\n',
    );
  }
}
