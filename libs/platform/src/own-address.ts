import { isIPv6 } from 'node:net';
import type { Settings } from './settings.ts';

const EVERYWHERE = ['0.0.0.0', '::'];

/** The address at which this process is reached from its own machine, without a slash at the end. */
export function ownAddress({ HOST: host, PORT: port }: Pick<Settings, 'HOST' | 'PORT'>): string {
  // Browsers treat localhost as a secure place; a process that listens everywhere listens there too.
  if (host === '127.0.0.1' || EVERYWHERE.includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
