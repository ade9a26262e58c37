export type { Planner, ResearchContext, Searcher, Writer } from './ports.ts';
