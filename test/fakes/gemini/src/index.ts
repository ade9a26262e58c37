/**
 * A strict stand-in for Gemini.
 *
 * Recorded, with @google/genai 3.3.0 against a loopback server: the paths, headers and bodies that the
 * client sends on both ways in, and what it makes of each answer and failure that can be played here.
 * From Google's public documentation and issue threads: error texts and shapes, the rules for tools and
 * schemas, thought signatures, grounding metadata with UTF-8 byte offsets.
 * Assumed: which rule is named when several are broken, the words of some refusals, token counts,
 * latencies, and everything about what a model says. Nothing here was compared with the live service.
 */
export { FakeGemini, type FakeGeminiOptions } from './fake-gemini.ts';
export { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
export type { Hold, PlayOptions, RequestFilter } from './script.ts';
export type { SeenRequest } from './seen-request.ts';
export type { TaskName } from './task.ts';
