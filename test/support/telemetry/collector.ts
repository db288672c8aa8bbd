import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as OTLP has it in JSON (opentelemetry-proto, trace.proto). */
type SentSpan = Readonly<{
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, string | number>>;
  links: readonly Readonly<{ traceId: string; spanId: string }>[];
  isError: boolean;
}>;

/** What receives traces with OTLP over HTTP, in JSON, and checks that they are what the definitions ask for. */
export type Collector = Readonly<{
  address: string;
  spans: () => readonly SentSpan[];
  /** All that was received, as it came. */
  received: () => string;
  /** From now on requests are not answered. */
  freeze: () => void;
  close: () => Promise<void>;
}>;

export const startCollector = async (port = 0): Promise<Collector> => {
  const bodies: string[] = [];
  const spans: SentSpan[] = [];
  const problems: unknown[] = [];
  const held: ServerResponse[] = [];
  let isFrozen = false;
  const server = createServer((request, response) => {
    const receive = async (): Promise<void> => {
      const body = await text(request);
      if (isFrozen) return void held.push(response);
      expect([request.method, request.url]).to.deep.equal(['POST', '/v1/traces']);
      expect(request.headers['content-type']).to.equal('application/json');
      bodies.push(body);
      spans.push(...spansIn(JSON.parse(body)));
      response.setHeader('Content-Type', 'application/json').end('{}');
    };
    receive().catch((error: unknown) => problems.push(error));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => {
      expect(problems).to.deep.equal([]);
      return spans;
    },
    received: () => bodies.join('\n'),
    freeze: () => (isFrozen = true),
    close: async () => {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

type Value = Readonly<{ stringValue?: string; intValue?: number | string; doubleValue?: number }>;
type KeyValue = Readonly<{ key: string; value: Value }>;
type OtlpSpan = Readonly<{
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: readonly KeyValue[];
  links?: readonly Readonly<{ traceId: string; spanId: string }>[];
  status: Readonly<{ code?: number }>;
}>;
type Request = Readonly<{
  resourceSpans: readonly Readonly<{
    resource: Readonly<{ attributes: readonly KeyValue[] }>;
    scopeSpans: readonly Readonly<{ spans: readonly OtlpSpan[] }>[];
  }>[];
}>;

const spansIn = (request: Request): SentSpan[] =>
  request.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    expect(recordOf(resource.attributes)['service.name']).to.equal('shrinkd');
    return scopeSpans.flatMap(({ spans }) => spans.map(sentSpan));
  });

/** In OTLP's JSON, ids are hexadecimal, 64-bit numbers are text, and enums are numbers. */
const sentSpan = (span: OtlpSpan): SentSpan => {
  const { traceId, spanId, parentSpanId = '', name, kind, attributes, links = [], status } = span;
  expect(traceId).to.match(/^(?!0{32})[0-9a-f]{32}$/);
  expect(spanId).to.match(/^(?!0{16})[0-9a-f]{16}$/);
  expect(parentSpanId).to.match(/^([0-9a-f]{16})?$/);
  expect(kind).to.be.within(1, 5);
  const [startMs, endMs] = [msOf(span.startTimeUnixNano), msOf(span.endTimeUnixNano)];
  expect(endMs).to.be.at.least(startMs);
  const isError = status.code === 2;
  const ids = links.map((link) => ({ traceId: link.traceId, spanId: link.spanId }));
  return {
    ...{ traceId, spanId, parentSpanId, name, kind, startMs, endMs, isError },
    ...{ attributes: recordOf(attributes), links: ids },
  };
};

const msOf = (nanoseconds: string): number => {
  expect(nanoseconds).to.match(/^\d{19}$/);
  return Number(BigInt(nanoseconds) / 1000n) / 1000;
};

const recordOf = (attributes: readonly KeyValue[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
