import { Module, type DynamicModule } from '@nestjs/common';
import { introduceCast } from './chat-cast.ts';
import { ChatController } from './chat.controller.ts';
import { ChatFeed } from './chat-feed.ts';
import { CHAT_SETTINGS, type ChatOptions, type ChatSettings } from './chat-options.ts';
import { ChatSwitches } from './chat-switches.ts';
import { PageFiles } from './page-files.ts';
import { ProgressFeed } from './progress-feed.ts';
import { SamePageGuard } from './same-page.guard.ts';
import { ScenarioController } from './scenario.controller.ts';

/** The LINE simulator's chat page at `/` and its endpoints below `/chat`. */
@Module({})
export class ChatModule {
  static forRoot(options: ChatOptions): DynamicModule {
    const settings: ChatSettings = {
      fakeLine: options.fakeLine,
      examples: options.examples,
      progress: options.progress ?? new ProgressFeed(),
      botName: options.botName ?? 'Dossier 研究助理',
      hosts: options.hosts ?? [],
    };
    introduceCast(settings.fakeLine);
    return {
      module: ChatModule,
      controllers: [ChatController, ScenarioController],
      providers: [
        { provide: CHAT_SETTINGS, useValue: settings },
        { provide: ProgressFeed, useValue: settings.progress },
        PageFiles,
        ChatFeed,
        ChatSwitches,
        SamePageGuard,
      ],
      exports: [ProgressFeed],
    };
  }
}
