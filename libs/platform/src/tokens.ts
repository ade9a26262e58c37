/** Injection tokens of what is not a class. */
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('Ids');
export const LOGGER = Symbol('Logger');
export const SETTINGS_TOKEN = Symbol('Settings');
export const TIMINGS = Symbol('Timings');
/** The services that this process runs. */
export const SERVICES = Symbol('Services');
/** Hears of every stage event: the log, and in some processes a page that shows progress. */
export const STAGE_OBSERVER = Symbol('StageObserver');
/** The research ports (libs/research). */
export const PLANNER = Symbol('Planner');
export const SEARCHER = Symbol('Searcher');
export const WRITER = Symbol('Writer');
