import { Inject, Injectable } from '@nestjs/common';
import { LANGUAGES, MAX_QUESTION_LENGTH, runIdOf, type ResearchRequest } from '@dossier/contracts';
import {
  helpMessage,
  questionAcceptedMessage,
  questionTooLongMessage,
  runInProgressMessage,
  type LineEvent,
} from '@dossier/line';
import { LOGGER } from '@dossier/platform';
import { PubSubCommandPublisher } from '@dossier/messaging';
import type { Logger } from 'pino';
import { questionOf } from './question-of.ts';
import { OpenRunService } from './open-run.service.ts';
import { ReplyService } from './reply.service.ts';

/** The answer to an event, under way; never rejects. */
export interface Handled {
  readonly answered: Promise<void>;
}

const SILENT: Handled = { answered: Promise.resolve() };

/** Handles one LINE event. Resolves when everything the event asks for is durable. */
@Injectable()
export class EventService {
  constructor(
    private readonly runs: OpenRunService,
    private readonly publisher: PubSubCommandPublisher,
    private readonly replies: ReplyService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Events that are no question to this bot are ignored: LINE adds new kinds without notice. */
  async handle(event: LineEvent): Promise<Handled> {
    const asked = questionOf(event);
    if (asked === undefined || event.source === null) return SILENT;
    const question = asked.trim();
    if (question === '') return { answered: this.replies.say(event, helpMessage()) };
    if (question.length > MAX_QUESTION_LENGTH) {
      return {
        answered: this.replies.say(
          event,
          questionTooLongMessage(question.length, MAX_QUESTION_LENGTH),
        ),
      };
    }
    const { conversationId, to } = event.source;
    const request: ResearchRequest = {
      kind: 'new',
      question,
      reportLanguage: 'zh-TW',
      searchLanguages: LANGUAGES,
    };
    const opening = await this.runs.open({
      runId: runIdOf(event.webhookEventId),
      requester: { conversationId, to },
      request,
    });
    switch (opening.kind) {
      case 'duplicate':
        return SILENT;
      case 'busy':
        return {
          answered: this.replies.say(event, runInProgressMessage(opening.question, opening.stage)),
        };
      case 'opened': {
        const { runId } = opening.command;
        this.logger.info({ runId }, 'run opened');
        // The command is durable in the outbox already: if this publish fails, the sweep repeats it.
        const published = this.publisher.publish(opening.command).catch((error: unknown) => {
          this.logger.warn({ runId, err: error }, 'plan not published yet; the sweep will do it');
        });
        const replied = this.replies.accept(event, questionAcceptedMessage(question));
        return { answered: Promise.all([published, replied]).then(() => undefined) };
      }
    }
  }
}
