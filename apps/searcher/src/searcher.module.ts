import { Module } from '@nestjs/common';
import { SearchStage } from './search.stage.ts';

/** The searcher service: stage `search`. */
@Module({ providers: [SearchStage] })
export class SearcherModule {}
