import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isNativeError } from 'node:util/types';

/** JSON Schema (draft 7) whose `definitions.Message` describes one LINE message object, closed at every level. */
export interface MessageSchema {
  readonly definitions: Readonly<Record<string, object>>;
}

/** Raised whenever the generator's options or the rewriting below change what is cached. */
const CACHE_FORMAT = 1;

/**
 * The schema of LINE's message objects, made from the TypeScript types that @line/bot-sdk ships: the
 * SDK is installed anyway, so nothing of LINE's has to be copied into this repository.
 * Making it takes seconds (it loads the TypeScript compiler), so it is kept per SDK version in
 * `node_modules/.cache/dossier`; an unreadable, damaged or unwritable cache only costs those seconds.
 */
export async function loadMessageSchema(cacheFolder?: string): Promise<MessageSchema> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@line/bot-sdk/package.json');
  const sdk = dirname(manifest);
  const folder = cacheFolder ?? join(sdk, '..', '..', '.cache', 'dossier');
  const version = versionIn(await readFile(manifest, 'utf8'));
  const file = join(folder, `line-message-schema-${version}-${CACHE_FORMAT}.json`);
  const cached = await readCache(file);
  if (cached !== undefined) return cached;
  const schema = pinTags(await generate(join(sdk, 'lib/messaging-api/model/message.ts')));
  await writeCache(file, schema);
  return schema;
}

async function generate(path: string): Promise<MessageSchema> {
  const { createGenerator } = await import('ts-json-schema-generator');
  const schema: unknown = createGenerator({
    path,
    type: 'Message',
    // The SDK was type-checked by its authors; checking it again would double the time.
    skipTypeCheck: true,
    additionalProperties: false,
    jsDoc: 'none',
    expose: 'all',
  }).createSchema('Message');
  if (isMessageSchema(schema)) return schema;
  throw new Error(`${path} no longer describes a type "Message": fake-line must learn this SDK.`);
}

/**
 * Turns each union of tagged types (`anyOf`) into one that is chosen by its tag, so that a fault in a
 * nested box is reported there and once, instead of as "matches none of nine types".
 */
function pinTags(schema: MessageSchema): MessageSchema {
  const definitions = Object.entries(schema.definitions).map(
    ([name, definition]): [string, object] => {
      if (!('anyOf' in definition)) return [name, definition];
      const { anyOf: oneOf, ...rest } = definition;
      const union = { type: 'object', required: ['type'], discriminator: { propertyName: 'type' } };
      return [name, { ...rest, ...union, oneOf }];
    },
  );
  return { ...schema, definitions: Object.fromEntries(definitions) };
}

async function readCache(file: string): Promise<MessageSchema | undefined> {
  try {
    const schema: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isMessageSchema(schema) ? schema : undefined;
  } catch {
    // Missing, half-written by an older release, not JSON: the schema is simply made again.
    return undefined;
  }
}

async function writeCache(file: string, schema: MessageSchema): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, JSON.stringify(schema));
    // Renamed in one step: test workers start at the same time and must never read half a file.
    await rename(draft, file);
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    // A read-only installation works as well, only slower at every start.
  }
}

function versionIn(manifest: string): string {
  const parsed: unknown = JSON.parse(manifest);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) {
    return String(parsed.version);
  }
  throw new Error('@line/bot-sdk has no version in its package.json: reinstall it.');
}

function isMessageSchema(value: unknown): value is MessageSchema {
  if (typeof value !== 'object' || value === null || !('definitions' in value)) return false;
  const { definitions } = value;
  return typeof definitions === 'object' && definitions !== null && 'Message' in definitions;
}

function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return isNativeError(error) && 'code' in error;
}
