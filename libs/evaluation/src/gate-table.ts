import type { Gate } from './gate.ts';
import { chapterSourcesGate } from './gates/chapter-sources.gate.ts';
import { citationCoverageGate } from './gates/citation-coverage.gate.ts';
import { citationDefinitionsGate } from './gates/citation-definitions.gate.ts';
import { citationValidityGate } from './gates/citation-validity.gate.ts';
import { duplicationGate } from './gates/duplication.gate.ts';
import { groundedContentGate } from './gates/grounded-content.gate.ts';
import { numericTraceabilityGate } from './gates/numeric-traceability.gate.ts';
import { structureGate } from './gates/structure.gate.ts';
import { traditionalScriptGate } from './gates/traditional-script.gate.ts';

/** Every gate, in the order results are shown. A new gate is one file and one line here. */
export const GATES: readonly Gate[] = [
  groundedContentGate,
  citationValidityGate,
  citationDefinitionsGate,
  citationCoverageGate,
  numericTraceabilityGate,
  chapterSourcesGate,
  structureGate,
  duplicationGate,
  traditionalScriptGate,
];
