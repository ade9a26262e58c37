/** Where a request goes. */
export interface ApiPath {
  readonly api: 'gemini' | 'vertex';
  readonly version: string;
  /** Empty for the list of models. */
  readonly model: string;
  /** `generateContent`, `countTokens`, ... for POST; `list` or `get` for GET. */
  readonly action: string;
}

// Whatever stands before the version is a proxy's prefix: the client keeps the path of its base URL.
const VERSION = String.raw`^(?:/.*)?/(?<version>v1|v1alpha|v1beta|v1beta1)`;
const VERTEX = String.raw`(?<vertex>/(?:projects/[^/]+/locations/[^/]+/)?publishers/google)?`;
const ON_MODEL = new RegExp(
  `${VERSION}${VERTEX}/models/(?<model>[^/:]+)(?::(?<action>\\w+))?$`,
  'u',
);
const ON_LIST = new RegExp(`${VERSION}${VERTEX}/models$`, 'u');

/** What a request's path means; undefined when the real servers know no such path. */
export function parseApiPath(method: string, path: string): ApiPath | undefined {
  const found = (ON_MODEL.exec(path) ?? ON_LIST.exec(path))?.groups;
  if (found === undefined) return undefined;
  const { version = '', vertex, model = '', action } = found;
  const api = vertex === undefined ? 'gemini' : 'vertex';
  if (method === 'POST' && action !== undefined) return { api, version, model, action };
  if (method !== 'GET' || action !== undefined) return undefined;
  return { api, version, model, action: model === '' ? 'list' : 'get' };
}
