// Runs a spec against Google's emulators: what the table of differences lists must fail, the rest must pass.
import { TestEnvironment } from 'jest-environment-node';
import { relative } from 'node:path';
import { DIFFERING_TESTS } from './differing-tests.ts';

export default class ExpectedFailuresEnvironment extends TestEnvironment {
  #spec;

  constructor(config, context) {
    super(config, context);
    this.#spec = relative(`${config.projectConfig.rootDir}/conformance`, context.testPath);
  }

  handleTestEvent(event, state) {
    if (event.name !== 'run_start') return;
    const listed = DIFFERING_TESTS.filter(({ spec }) => spec === this.#spec);
    const tests = new Map(
      [...testsIn(state.rootDescribeBlock)].map((test) => [nameOf(test), test]),
    );
    for (const { name, hangs, varies } of listed) {
      const test = tests.get(name);
      if (test === undefined) {
        throw new Error(`differing-tests.ts lists a test that ${this.#spec} lacks: ${name}`);
      }
      // As `it.failing`: passes when it fails, and fails when it passes.
      test.failing = true;
      if (hangs) test.timeout = 5000;
      if (varies) test.mode = 'skip';
    }
  }
}

function* testsIn(block) {
  for (const child of block.children) {
    if (child.type === 'test') yield child;
    else yield* testsIn(child);
  }
}

function nameOf(test) {
  const names = [test.name];
  for (let block = test.parent; block.parent !== undefined; block = block.parent) {
    names.unshift(block.name);
  }
  return names.join(' › ');
}
