import type { LinkProof } from './report-links.ts';

const COOKIE = 'dossier_link';

/** The parts of a request that may carry a proof; both are whatever a stranger sent. */
export interface ProofCarrier {
  readonly query: unknown;
  readonly headers: { readonly cookie?: string | undefined };
}

/** The proofs that a request carries, the one in its address first; not judged yet. */
export function proofsIn({ query, headers }: ProofCarrier): LinkProof[] {
  return [proofInQuery(query), ...proofsInCookies(headers.cookie)].filter(
    (proof) => proof !== undefined,
  );
}

/**
 * The `Set-Cookie` by which relative links inside a page go on working, for this run only and for no
 * longer than the link itself.
 */
export function proofCookie(
  path: string,
  { exp, sig }: LinkProof,
  secondsLeft: number,
  isHttps: boolean,
): string {
  const traits = `Path=${path}; Max-Age=${secondsLeft}; HttpOnly; SameSite=Lax`;
  return `${COOKIE}=${exp}.${sig}; ${traits}${isHttps ? '; Secure' : ''}`;
}

function proofInQuery(query: unknown): LinkProof | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  // A parameter that is given twice is a list here: no address of ours looks like that.
  const { exp, sig } = query as Readonly<Record<string, unknown>>;
  if (exp === undefined && sig === undefined) return undefined;
  return typeof exp === 'string' && typeof sig === 'string' ? { exp, sig } : { exp: '', sig: '' };
}

/** Several, when a browser holds one for a path within another. */
function proofsInCookies(cookies = ''): LinkProof[] {
  return cookies.split(';').flatMap((cookie) => {
    const [name, value = ''] = cookie.trim().split('=', 2);
    const [exp = '', sig = ''] = value.split('.', 2);
    return name === COOKIE ? [{ exp, sig }] : [];
  });
}
