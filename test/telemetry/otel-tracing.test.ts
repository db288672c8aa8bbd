import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { createTracing, type TracingOptions } from '../../src/telemetry/otel-tracing.ts';
import type { Tracing } from '../../src/telemetry/tracing.ts';
import { freePort } from '../support/ports.ts';
import { rejectionOf } from '../support/rejection.ts';
import { type Collector, startCollector } from '../support/telemetry/collector.ts';
import { until } from '../support/until.ts';

const [callerTrace, callerSpan] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const traceparent = `00-${callerTrace}-${callerSpan}-01`;

describe('traces', () => {
  let collector: Collector;
  let opened: Tracing[];
  beforeEach(async () => {
    collector = await startCollector();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map(({ close }) => close()));
    await collector.close();
  });

  const open = (options: Partial<TracingOptions> = {}): Tracing => {
    const { address } = collector;
    const onChange = (problem: unknown): void => expect.fail(String(problem));
    const tracing = createTracing({
      ...{ address, sampleRatio: 1, trustParent: false, onChange },
      ...options,
    });
    opened.push(tracing);
    return tracing;
  };
  const begin = (tracing: Tracing, given = '', requestId = 'r1') =>
    tracing.begin({ requestId, method: 'POST', route: '/shrink', traceparent: given });
  /** The one span of a request that was sent. */
  const onlySpan = async (tracing: Tracing) => {
    await tracing.close();
    const spans = collector.spans();
    expect(spans).to.have.length(1);
    return spans[0]!;
  };

  it('have a span of the request, and its id for the answer', async () => {
    const tracing = open();
    const request = begin(tracing);
    request.end(201, 'acct_a');
    const { traceId, spanId, ...span } = await onlySpan(tracing);
    expect(span).to.deep.include({
      name: 'POST /shrink',
      kind: 2,
      parentSpanId: '',
      isError: false,
      links: [],
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/shrink',
        'http.response.status_code': 201,
        'shrinkd.request_id': 'r1',
        'shrinkd.account_id': 'acct_a',
      },
    });
    expect(request.traceId).to.equal(traceId);
    expect(request.traceresponse).to.equal(`00-${traceId}-${spanId}-01`);
  });

  for (const [status, isError] of [
    [404, false],
    [500, true],
    [undefined, true],
  ] as const) {
    it(`say that ${status ?? 'a client that left'} is ${isError ? 'an' : 'no'} error`, async () => {
      const tracing = open();
      begin(tracing).end(status, undefined);
      expect(await onlySpan(tracing)).to.include({ isError });
    });
  }

  it('have the work of a request below it, whatever runs at the same time', async () => {
    const tracing = open();
    const work = async (): Promise<void> => {
      await tracing.span('outer', async () => {
        await setImmediate();
        tracing.record({ name: 'inner', ms: 1, attributes: { how: 'exited' } });
      });
    };
    const requests = ['a', 'b', 'c'].map((id) => begin(tracing, '', id));
    await Promise.all(requests.map(async (request) => request.run(work)));
    for (const request of requests) request.end(200, undefined);
    await tracing.close();
    const spans = collector.spans();
    expect(spans).to.have.length(9);
    for (const { traceId } of requests) {
      const [root, outer, inner] = ['POST /shrink', 'outer', 'inner'].map((name) =>
        spans.find((span) => span.traceId === traceId && span.name === name)!,
      );
      expect(outer!.parentSpanId).to.equal(root!.spanId);
      expect(inner).to.deep.include({
        parentSpanId: outer!.spanId,
        attributes: { how: 'exited' },
      });
    }
  });

  it('have nothing of work that no request asked for', async () => {
    const tracing = open();
    expect(await tracing.span('alone', async () => 7)).to.equal(7);
    tracing.record({ name: 'alone', ms: 1 });
    await tracing.close();
    expect(collector.received()).to.equal('');
  });

  it('name the code of an error and never its message', async () => {
    const tracing = open();
    const request = begin(tracing);
    const error = Object.assign(new Error('/secret/path'), { code: 'ENOENT' });
    const failing = request.run(() => tracing.span('work', () => Promise.reject(error)));
    expect(await rejectionOf(failing)).to.equal(error);
    await tracing.close();
    expect(collector.spans()[0]).to.deep.include({
      isError: true,
      attributes: { 'error.type': 'ENOENT' },
    });
    expect(collector.received()).not.to.contain('secret');
  });

  it("have a link to the caller's trace and decide themselves", async () => {
    const tracing = open();
    begin(tracing, traceparent).end(200, undefined);
    const { traceId, parentSpanId, links } = await onlySpan(tracing);
    expect(traceId).not.to.equal(callerTrace);
    expect(parentSpanId).to.equal('');
    expect(links).to.deep.equal([{ traceId: callerTrace, spanId: callerSpan }]);
  });

  it('are not forced by a caller that is not trusted', async () => {
    const tracing = open({ sampleRatio: 0 });
    const request = begin(tracing, traceparent);
    expect(request.traceresponse).to.match(/-00$/);
    expect(request.traceId).to.equal(undefined);
    request.end(200, undefined);
    await tracing.close();
    expect(collector.received()).to.equal('');
  });

  it("continue a trusted caller's trace, as it has decided", async () => {
    const tracing = open({ sampleRatio: 0, trustParent: true });
    begin(tracing, `00-${callerTrace}-${callerSpan}-00`).end(200, undefined);
    begin(tracing, traceparent).end(200, undefined);
    expect(await onlySpan(tracing)).to.deep.include({
      traceId: callerTrace,
      parentSpanId: callerSpan,
      links: [],
    });
  });

  const unusable: readonly (readonly [title: string, header: string])[] = [
    ['an unknown version', traceparent.replace('00-', 'ff-')],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${callerSpan}-01`],
    ['a span of zeros', `00-${callerTrace}-${'0'.repeat(16)}-01`],
    ['capital letters', traceparent.toUpperCase()],
    ['more than it may have', `${traceparent}-${'a'.repeat(8000)}`],
    ['two callers', `${traceparent}, ${traceparent}`],
    ['other text', 'hello'],
  ];
  for (const [title, header] of unusable) {
    it(`ignore a caller's header with ${title}`, async () => {
      const tracing = open({ trustParent: true });
      begin(tracing, header).end(200, undefined);
      expect(await onlySpan(tracing)).to.deep.include({ parentSpanId: '', links: [] });
    });
  }

  it('hold a bounded number of spans while the collector is away, and report it once', async () => {
    const port = await freePort();
    const changes: string[] = [];
    const tracing = open({
      address: `http://127.0.0.1:${port}`,
      onChange: (problem) => changes.push(problem === undefined ? 'back' : 'away'),
    });
    begin(tracing).end(200, undefined);
    await until('it is reported', () => changes.length > 0);
    for (let index = 0; index < 5000; index += 1) begin(tracing).end(200, undefined);
    const back = await startCollector(port);
    try {
      await tracing.close();
      expect(back.spans().length).to.be.within(1, 2048 + 512);
      expect(changes).to.deep.equal(['away', 'back']);
    } finally {
      await back.close();
    }
  });

  it('end although the collector never answers', async () => {
    collector.freeze();
    const tracing = open({ onChange: () => undefined });
    begin(tracing).end(200, undefined);
    await tracing.close();
    expect(collector.received()).to.equal('');
  });
});
