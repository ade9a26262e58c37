import { headerText, stringToSign } from './canonical-request.ts';
import type { SigningKey } from './signing-key.ts';
import type { StorageRequest } from './storage-http.ts';
import { XmlError } from './xml-error.ts';

const ALGORITHM = 'GOOG4-RSA-SHA256';
const PARAMETERS = ['algorithm', 'credential', 'date', 'expires', 'signedheaders', 'signature'];
/** Seven days. https://cloud.google.com/storage/docs/access-control/signed-urls */
const MAX_EXPIRES_S = 604_800;
/** How far the clock of a signer may be ahead. */
const MAX_SKEW_MS = 15 * 60 * 1000;
const DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** Whether the address is a signed one: then it must hold, though unsigned ones are open here. */
export function isSigned({ query }: StorageRequest): boolean {
  return [...query.keys()].some((name) => {
    const lower = name.toLowerCase();
    return PARAMETERS.some((parameter) => lower === `x-goog-${parameter}`);
  });
}

/** Whether the address is signed by the older V2 process, which this store does not check. */
export function isSignedByV2({ query }: StorageRequest): boolean {
  return query.has('GoogleAccessId') && query.has('Signature');
}

/**
 * Checks a V4 signed URL: https://cloud.google.com/storage/docs/authentication/signatures
 * @throws XmlError 400 for a malformed or expired one, 403 when the signature is not of this request.
 */
export function checkSignedUrl(request: StorageRequest, key: SigningKey, nowMs: number): void {
  const { algorithm, credential, date, expires, signedheaders, signature } = parametersOf(request);
  if (algorithm !== ALGORITHM) throw malformed('X-Goog-Algorithm', `${ALGORITHM} is needed.`);
  const [account, ...scopeParts] = credential.split('/');
  const scope = scopeParts.join('/');
  if (!new RegExp(`^${date.slice(0, 8)}/[^/]+/storage/goog4_request$`).test(scope)) {
    throw malformed('X-Goog-Credential', 'The scope must be DATE/LOCATION/storage/goog4_request.');
  }
  checkTime(date, expires, nowMs);
  if (account !== key.credentials.client_email) {
    throw new XmlError(
      403,
      'InvalidSecurity',
      'The provided security credentials are not valid.',
      `Unknown account ${account ?? ''}; this store knows ${key.credentials.client_email}.`,
    );
  }
  const signedHeaders = signedheaders.split(';');
  checkHeaders(request, signedHeaders);
  const bytes = Buffer.from(signature, 'hex');
  const fits = variantsOf(request).some(({ method, host }) =>
    key.signed(stringToSign({ request, method, host, signedHeaders, date, scope }), bytes),
  );
  if (fits) return;
  const { host } = request.headers;
  const tried = { request, method: request.method, host: host ?? '', signedHeaders, date, scope };
  throw new XmlError(
    403,
    'SignatureDoesNotMatch',
    'Access denied.',
    `The signature is not of this request. String to sign: ${stringToSign(tried)}`,
  );
}

/** Parameter names are compared without case, as in the header form of the same algorithm. */
function parametersOf({ query }: StorageRequest) {
  const read = (name: string): string => {
    const values = [...query].filter(([key]) => key.toLowerCase() === `x-goog-${name}`);
    const [first, ...others] = values;
    if (first === undefined || others.length > 0) {
      throw malformed(`X-Goog-${name}`, 'The parameter is needed, once.');
    }
    return first[1];
  };
  return {
    algorithm: read('algorithm'),
    credential: read('credential'),
    date: read('date'),
    expires: read('expires'),
    signedheaders: read('signedheaders'),
    signature: read('signature'),
  };
}

function checkTime(date: string, expires: string, nowMs: number): void {
  const signedMs = Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z'));
  if (!DATE.test(date) || Number.isNaN(signedMs)) {
    throw malformed('X-Goog-Date', 'YYYYMMDDTHHMMSSZ is needed.');
  }
  const seconds = Number(expires);
  if (!/^\d+$/.test(expires) || seconds < 1 || seconds > MAX_EXPIRES_S) {
    throw malformed('X-Goog-Expires', `1 to ${MAX_EXPIRES_S} seconds (seven days) are allowed.`);
  }
  if (signedMs > nowMs + MAX_SKEW_MS) {
    throw new XmlError(403, 'AccessDenied', 'Access denied.', `Not valid before ${date}.`);
  }
  if (nowMs > signedMs + seconds * 1000) {
    const end = new Date(signedMs + seconds * 1000).toISOString();
    throw new XmlError(
      400,
      'ExpiredToken',
      'The provided token has expired.',
      `Request signature expired at: ${end}`,
    );
  }
}

/** Every signed header must be there, and every `x-goog-` header must be signed. */
function checkHeaders(request: StorageRequest, signedHeaders: readonly string[]): void {
  if (!signedHeaders.includes('host')) throw malformedHeader('host', 'is not signed');
  for (const name of signedHeaders) {
    if (headerText(request, name) === '') {
      throw malformedHeader(name, 'was included in signedheaders, but not in the request');
    }
  }
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-goog-') && !signedHeaders.includes(name)) {
      throw malformedHeader(name, 'was in the request, but not included in signedheaders');
    }
  }
}

/**
 * What the signer may have written: the Node client signs the host without its port, others with it;
 * and a URL signed for GET is good for HEAD.
 */
function variantsOf({ method, headers }: StorageRequest): { method: string; host: string }[] {
  const host = headers.host ?? '';
  const hosts = new Set([host, host.replace(/:\d+$/, '')]);
  const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
  return methods.flatMap((name) => [...hosts].map((value) => ({ method: name, host: value })));
}

function malformed(parameter: string, details: string): XmlError {
  return new XmlError(
    400,
    'InvalidQueryParameterValue',
    'A query parameter has a bad value.',
    `${parameter}: ${details}`,
  );
}

function malformedHeader(name: string, what: string): XmlError {
  return new XmlError(
    400,
    'MalformedSecurityHeader',
    'Your request has a malformed header.',
    `Header ${name} ${what}.`,
  );
}
