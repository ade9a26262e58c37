import { Inject, Injectable } from '@nestjs/common';
import type { StageCommand } from '@dossier/contracts';
import { composeAnswer, maskPersonalData, type LineEvent } from '@dossier/line';
import { PubSubCommandPublisher } from '@dossier/messaging';
import { LOGGER, SETTINGS_TOKEN, type Settings } from '@dossier/platform';
import type { Logger } from 'pino';
import { AnswerService } from './answers/answer.service.ts';
import { HandOverService, type Told } from './answers/hand-over.service.ts';
import { ReplyService, type Replied } from './answers/reply.service.ts';
import { messageKeyOf } from './conversation/records.ts';
import { isGroup } from './decisions/decide-text.ts';
import type { Decision } from './decisions/decision.ts';
import { DecideEventService, type Decided } from './events/decide-event.service.ts';
import { requestOf, type EventRequest } from './events/event-request.ts';
import { EventStore } from './events/event-store.ts';

/** The answer to an event, under way; never rejects. */
export interface Handled {
  readonly answered: Promise<void>;
}

const SILENT: Handled = { answered: Promise.resolve() };

/** One reply of LINE holds five messages. */
const MOST_MESSAGES = 5;

/** Handles one LINE event. Resolves when everything the event asks for is durable. */
@Injectable()
export class EventService {
  constructor(
    private readonly deciding: DecideEventService,
    private readonly store: EventStore,
    private readonly publisher: PubSubCommandPublisher,
    private readonly answers: AnswerService,
    private readonly handOvers: HandOverService,
    private readonly replies: ReplyService,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws the store's error when the event could not be made durable: LINE is to deliver it again. */
  async handle(event: LineEvent): Promise<Handled> {
    const request = requestOf(event, {
      prefix: this.settings.DOSSIER_GROUP_PREFIX,
      mask: (text) => this.#mask(text),
    });
    if (request === undefined) return SILENT;
    const decided = await this.deciding.decide(request);
    if (decided.kind === 'nothing') return SILENT;
    const { commands = [], began } = decided.decision;
    if (began !== undefined) this.logger.info({ ...began.run }, 'version begun');
    const published = commands.map((command) => this.#publish(command));
    const answered = this.#answer(request, decided).catch((error: unknown) => {
      this.logger.error({ err: error }, 'answer not sent');
    });
    return { answered: Promise.all([...published, answered]).then(() => undefined) };
  }

  #mask(text: string): string {
    return this.settings.DOSSIER_MASK_PERSONAL_DATA === 'on' ? maskPersonalData(text).text : text;
  }

  /** The command is durable in the outbox already: if this publish fails, the sweep repeats it. */
  async #publish(command: StageCommand): Promise<void> {
    try {
      await this.publisher.publish(command);
    } catch (error) {
      const { runId } = command;
      this.logger.warn({ runId, err: error }, 'command not published yet; the sweep will do it');
    }
  }

  async #answer(
    { event, requester }: EventRequest,
    { decision, handedOver }: Extract<Decided, { kind: 'decided' }>,
  ): Promise<void> {
    const { replyToken, quoteToken } = event;
    if (replyToken === undefined) return;
    const inGroup = isGroup(requester.conversationId);
    const said = await this.#messagesOf(decision, inGroup ? quoteToken : undefined).catch(
      async (error: unknown) => {
        await this.handOvers.takeBack(handedOver.map(({ key }) => key));
        throw error;
      },
    );
    const given = await this.handOvers.compose(handedOver, MOST_MESSAGES - said.messages.length);
    // What is said comes last: quick replies are seen on the last message only.
    const told: Told[] = [...given, said];
    const messages = told.flatMap((each) => each.messages);
    if (messages.length === 0) return;
    const replied = await this.replies.send(replyToken, messages);
    if (replied.kind === 'refused') await this.handOvers.takeBack(given.map(({ run }) => run));
    await this.#remember(requester.conversationId, told, replied);
    if (decision.began !== undefined && !inGroup) await this.replies.showLoading(requester.to);
  }

  async #messagesOf({ say }: Decision, quoteToken: string | undefined): Promise<Told> {
    if (say === undefined) return { run: undefined, messages: [] };
    const answer = await this.answers.answerOf(say);
    const quote = quoteToken === undefined ? {} : { quoteToken };
    return {
      run: 'run' in answer ? answer.run : undefined,
      messages: composeAnswer(answer, quote),
    };
  }

  /** Which version each message of the reply speaks of. LINE's ids come in the order of the messages. */
  async #remember(conversationId: string, told: readonly Told[], replied: Replied): Promise<void> {
    if (replied.kind !== 'sent') return;
    const runs = told.flatMap(({ run, messages }) => messages.map(() => run));
    const spoken = replied.messageIds.flatMap((id, index) => {
      const run = runs[index];
      return run === undefined ? [] : [{ messageKey: messageKeyOf(conversationId, id), run }];
    });
    await this.store.rememberAnswers(spoken);
  }
}
