import { Permanent, Retryable } from '@dossier/contracts';
import {
  cardSamples,
  findProblems,
  LineClient,
  messageSize,
  type LineClientOptions,
  type LineMessage,
} from '@dossier/line';
import { CommandStopped, EXIT } from '../command-exit.ts';

/** LINE looks at no more messages at once. */
const MESSAGES_PER_CALL = 5;

/** A message of the bot under its name, to be looked at. */
export interface LintSample {
  readonly name: string;
  readonly messages: readonly LineMessage[];
}

/** One card, and what is wrong with it. */
export interface LintedCard {
  readonly name: string;
  readonly type: string;
  /** Of its largest message: bytes of a Flex message's contents, UTF-16 units of a text. */
  readonly used: number;
  readonly limit: number;
  readonly unit: 'bytes' | 'units';
  readonly problems: readonly string[];
}

/** What became of all cards. */
export interface LintReport {
  readonly ok: boolean;
  /** Whether LINE itself was asked, or only Dossier's own rules. */
  readonly askedLine: boolean;
  readonly cards: readonly LintedCard[];
}

/**
 * Checks every card the bot can send, by Dossier's rules and, given a channel, by LINE's validation,
 * which sends nothing and costs nothing.
 * @throws CommandStopped when LINE cannot be asked.
 */
export async function lintCards(
  line: LineClientOptions | undefined,
  samples: readonly LintSample[] = cardSamples(),
): Promise<LintReport> {
  const refusals = await refusalsFor(samples, line);
  const cards = samples.map((sample) => lintedCard(sample, refusals.get(sample) ?? []));
  const ok = cards.every(({ problems }) => problems.length === 0);
  return { ok, askedLine: line !== undefined, cards };
}

function lintedCard(sample: LintSample, refusals: readonly string[]): LintedCard {
  const { name, messages } = sample;
  const own = findProblems(messages).map(({ path, says }) => `${path}: ${says}`);
  const sizes = messages.map((message) => ({ type: message.type, ...messageSize(message) }));
  const [largest] = sizes.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
  const { type = 'none', used = 0, limit = 0, unit = 'bytes' } = largest ?? {};
  return { name, type, used, limit, unit, problems: [...own, ...refusals] };
}

type Refusals = Map<LintSample, readonly string[]>;

async function refusalsFor(
  samples: readonly LintSample[],
  line: LineClientOptions | undefined,
): Promise<Refusals> {
  const nobodyAsked: Refusals = new Map();
  return line === undefined ? nobodyAsked : askLine(new LineClient(line), samples);
}

/** Asks about several cards at once, and about each on its own only where one of them is refused. */
async function askLine(client: LineClient, samples: readonly LintSample[]): Promise<Refusals> {
  const refusals: Refusals = new Map();
  for (const group of inGroups(samples)) {
    if ((await refusalsOf(client, group)).length === 0) continue;
    for (const sample of group) refusals.set(sample, await refusalsOf(client, [sample]));
  }
  return refusals;
}

function inGroups(samples: readonly LintSample[]): LintSample[][] {
  const groups: LintSample[][] = [];
  for (const sample of samples) {
    const last = groups.at(-1) ?? [];
    const taken = [...last, sample].reduce((sum, { messages }) => sum + messages.length, 0);
    if (groups.length > 0 && taken <= MESSAGES_PER_CALL) last.push(sample);
    else groups.push([sample]);
  }
  return groups;
}

async function refusalsOf(
  client: LineClient,
  samples: readonly LintSample[],
): Promise<readonly string[]> {
  const messages = samples.flatMap((sample) => sample.messages);
  try {
    const validation = await client.validate('push', messages);
    return validation.ok ? [] : validation.problems.map((problem) => `LINE: ${problem}`);
  } catch (error) {
    if (!(error instanceof Retryable) && !(error instanceof Permanent)) throw error;
    const says = `LINE could not be asked: ${error.reason}. With --offline nobody is asked.`;
    throw new CommandStopped(EXIT.failed, says, { cause: error });
  }
}
