import { Firestore } from '@google-cloud/firestore';
import { status } from '@grpc/grpc-js';
import { answerLost, type UnaryFault } from '../faults/proxy/fault.ts';
import { startProxy, type WireProxy } from '../faults/proxy/start-proxy.ts';
import {
  bodyOf,
  givenUp,
  OPERATOR,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';

let cloud: DeadLettersUnderTest;
let proxy: WireProxy;
let far: Firestore;
beforeAll(async () => {
  cloud = await startDeadLetters();
  const { FIRESTORE_EMULATOR_HOST: host, GOOGLE_CLOUD_PROJECT: projectId } = cloud.environment;
  proxy = await startProxy('firestore', host);
  far = new Firestore({ projectId, host: proxy.address, ssl: false });
});
afterAll(async () => {
  await far.terminate();
  await proxy.close();
  await cloud.close();
});

/** Only the next commit meets the fault. @returns how many commits there were. */
function commitsMeet(fault: UnaryFault): () => number {
  let commits = 0;
  proxy.plan = {
    unary: ({ method }) => {
      if (method !== 'Commit') return undefined;
      commits += 1;
      return commits === 1 ? fault : undefined;
    },
  };
  return () => commits;
}

describe('an edit whose answer is lost', () => {
  // The client runs a transaction again after the one, and gives up after the other.
  const codes = ['UNAVAILABLE', 'DATA_LOSS'] as const;
  const edits = [
    ['removes once', { note: 'x' }, { op: 'remove', path: '/note' }],
    ['replaces once', {}, { op: 'replace', path: '/step', value: 7 }],
  ] as const;

  it.each(
    codes.flatMap((code) => edits.map(([title, ...edit]) => [title, code, ...edit] as const)),
  )('%s (%s)', async (_title, code, extra, operation) => {
    const key = await cloud.openRun();
    const arrived = JSON.parse(bodyOf(key, 'plan').toString()) as object;
    const body = Buffer.from(JSON.stringify({ ...arrived, ...extra }));
    const { id } = await cloud.archive.archive('plan', givenUp(body));
    const commits = commitsMeet(answerLost(status[code]));
    const result = await cloud.toolsWith({ firestore: far }).edit(id, [operation], OPERATOR);
    expect(commits()).toBeGreaterThanOrEqual(1);
    expect(result.before).toBe(body.toString());
    const letter = await cloud.letters.read(id);
    expect(letter).toMatchObject({ editedBody: result.after, auditLength: 2 });
    expect(result.letter.command).toEqual(letter.command);
    const audit = await cloud.letters.readAudit(id);
    expect(audit.map(({ what }) => what)).toEqual(['archived', 'edited']);
  });
});
