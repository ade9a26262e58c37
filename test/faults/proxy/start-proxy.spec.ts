import { Metadata, status } from '@grpc/grpc-js';
import { eventually } from '../../support/eventually.ts';
import {
  answeredLate,
  answerLost,
  delayed,
  refused,
  repeated,
  swallowed,
  type FaultPlan,
  type UnaryFault,
} from './fault.ts';
import { received, request, startStub, type Stub } from './stub-server.kit.ts';

const metadataOf = (entries: Record<string, string>): Metadata => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(entries)) metadata.set(key, value);
  return metadata;
};

let stub: Stub;
const start = async (plan: FaultPlan = {}): Promise<void> => {
  stub = await startStub(plan);
};
afterEach(() => stub.close());

describe('a proxy without faults', () => {
  beforeEach(() => start());

  it('passes request, metadata and deadline on, and headers, answer and trailers back', async () => {
    let seen: { header: unknown; leftMs: number } | undefined;
    stub.handlers.commit = (call, answer) => {
      const leftMs = Number(call.getDeadline()) - Date.now();
      seen = { header: call.metadata.get('x-goog-request-params'), leftMs };
      call.sendMetadata(metadataOf({ 'x-header': 'first' }));
      answer(
        null,
        Buffer.from(`answer to ${call.request.subarray(2).toString()}`),
        metadataOf({ 'x-trailer': 'last' }),
      );
    };
    const metadata = metadataOf({ 'x-goog-request-params': 'database=d' });
    const { bytes, headers, trailers } = await stub.commit(request('d'), {
      metadata,
      deadlineMs: 30_000,
    });
    expect(bytes.toString()).toBe('answer to d');
    expect(headers.get('x-header')).toEqual(['first']);
    expect(trailers.get('x-trailer')).toEqual(['last']);
    expect(seen?.header).toEqual(['database=d']);
    expect(seen?.leftMs).toBeGreaterThan(1_000);
    expect(seen?.leftMs).toBeLessThanOrEqual(30_000);
  });

  it('passes code, text and trailers of an error back', async () => {
    stub.handlers.commit = (_call, answer) =>
      answer({
        code: status.FAILED_PRECONDITION,
        details: '已經變更',
        metadata: metadataOf({ 'x-why': 'stale' }),
      });
    const failure: unknown = await stub.commit(request('d')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: status.FAILED_PRECONDITION, details: '已經變更' });
    expect((failure as { metadata: Metadata }).metadata.get('x-why')).toEqual(['stale']);
  });

  it('tells the server when a client gives up', async () => {
    let begun = false;
    let cancelled = false;
    stub.handlers.commit = (call) => {
      begun = true;
      call.on('cancelled', () => (cancelled = true));
    };
    const giveUp = new AbortController();
    const outcome = stub
      .commit(request('d'), { signal: giveUp.signal })
      .catch((error: unknown) => error);
    await eventually('the server has the call', () => begun);
    giveUp.abort();
    await expect(outcome).resolves.toMatchObject({ code: status.CANCELLED });
    await eventually('the server hears of it', () => cancelled);
  });

  it('passes every streamed answer on before the error that ends them', async () => {
    stub.handlers.read = (call) => {
      call.sendMetadata(metadataOf({ 'x-header': 'first' }));
      for (let i = 0; i < 500; i += 1) call.write(Buffer.from(`${i} ${'x'.repeat(2_000)}`));
      call.emit('error', {
        code: status.ABORTED,
        details: 'enough',
        metadata: metadataOf({ 'x-why': 'tired' }),
      });
    };
    const { texts, headers, status: end } = await received(stub.read(request('d')));
    expect(texts.map((text) => Number(text.split(' ')[0]))).toEqual(
      Array.from({ length: 500 }, (_, i) => i),
    );
    expect(headers.get('x-header')).toEqual(['first']);
    expect(end).toMatchObject({ code: status.ABORTED, details: 'enough' });
    expect(end.metadata.get('x-why')).toEqual(['tired']);
  });

  it('lets both sides of a stream speak, and end', async () => {
    stub.handlers.listen = (call) => {
      call.on('data', (bytes: Buffer) =>
        call.write(Buffer.from(`heard ${bytes.subarray(2).toString()}`)),
      );
      call.on('end', () => call.end());
    };
    const stream = stub.listen();
    const all = received(stream);
    stream.write(request('one'));
    stream.write(request('two'));
    stream.end();
    const { texts, status: end } = await all;
    expect(texts).toEqual(['heard one', 'heard two']);
    expect(end.code).toBe(status.OK);
  });

  it('counts calls by method', async () => {
    await stub.commit(request('d'));
    await received(stub.read(request('d')));
    expect(stub.proxy.calls).toEqual({ Commit: 1, BatchGetDocuments: 1 });
  });
});

describe('a call that goes wrong on purpose', () => {
  let reached = 0;
  const startWith = async (fault: UnaryFault): Promise<void> => {
    await start({ unary: () => fault });
    reached = 0;
    stub.handlers.commit = (call, answer) => {
      reached += 1;
      answer(null, call.request);
    };
  };
  const outcome = (deadlineMs?: number): Promise<unknown> =>
    stub.commit(request('d'), { deadlineMs }).catch((error: unknown) => error);

  it('and is refused never reaches the server', async () => {
    await startWith(refused(status.UNAVAILABLE));
    await expect(outcome()).resolves.toMatchObject({ code: status.UNAVAILABLE });
    expect(reached).toBe(0);
  });

  it('and whose answer is lost has been done', async () => {
    await startWith(answerLost(status.DEADLINE_EXCEEDED));
    await expect(outcome()).resolves.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    expect(reached).toBe(1);
  });

  it('and is answered late has been done when its client gives up', async () => {
    await startWith(answeredLate(2_000));
    await expect(outcome(500)).resolves.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    expect(reached).toBe(1);
  });

  it('and is delayed arrives also when its client has given up', async () => {
    await startWith(delayed(400));
    await expect(outcome(100)).resolves.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    expect(reached).toBe(0);
    await eventually('it arrives', () => reached === 1);
  });

  it('and is swallowed is answered empty and never reaches the server', async () => {
    await startWith(swallowed());
    await expect(outcome()).resolves.toMatchObject({ bytes: Buffer.alloc(0) });
    expect(reached).toBe(0);
  });

  it('and is repeated reaches the server as often as there are copies', async () => {
    await startWith(repeated([0, 10, 50, 100]));
    await expect(outcome()).resolves.toMatchObject({ bytes: request('d') });
    await eventually('five copies', () => reached === 5);
  });
});

describe('a stream that goes wrong on purpose', () => {
  it('and is refused never reaches the server', async () => {
    await start({ stream: () => ({ refusedWith: status.UNAVAILABLE }) });
    let reached = false;
    stub.handlers.read = () => (reached = true);
    const { status: end } = await received(stub.read(request('d')));
    expect(end.code).toBe(status.UNAVAILABLE);
    expect(reached).toBe(false);
  });

  it('and is reset ends with UNAVAILABLE on both sides', async () => {
    await start({ stream: () => ({ resetAfterMs: 200 }) });
    let cancelled = false;
    stub.handlers.read = (call) => {
      call.write(Buffer.from('one'));
      call.on('cancelled', () => (cancelled = true));
    };
    const { texts, status: end } = await received(stub.read(request('d')));
    expect(texts).toEqual(['one']);
    expect(end.code).toBe(status.UNAVAILABLE);
    await eventually('the server hears of it', () => cancelled);
  });

  it('and holds an answer back lets later ones pass', async () => {
    await start({
      hold: (_method, bytes) => [{ bytes, afterMs: bytes.toString() === 'one' ? 200 : 0 }],
    });
    let end: (() => void) | undefined;
    stub.handlers.read = (call) => {
      for (const text of ['one', 'two', 'three']) call.write(Buffer.from(text));
      end = () => call.end();
    };
    const stream = stub.read(request('d'));
    const seen: string[] = [];
    stream.on('data', (bytes: Buffer) => seen.push(bytes.toString()));
    const all = received(stream);
    await eventually('all have come', () => seen.length === 3);
    end?.();
    await all;
    expect(seen).toEqual(['two', 'three', 'one']);
  });

  it('all open streams can be reset at once', async () => {
    await start();
    stub.handlers.listen = (call) => call.write(Buffer.from('hello'));
    const stream = stub.listen();
    const all = received(stream);
    await new Promise((resolve) => stream.once('data', resolve));
    stub.proxy.resetStreams();
    await expect(all).resolves.toMatchObject({ status: { code: status.UNAVAILABLE } });
  });
});
