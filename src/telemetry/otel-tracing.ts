import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestSpan, Tracing } from './tracing.ts';

export type TracingOptions = Readonly<{
  /** Of a collector of OTLP over HTTP, such as `http://localhost:4318`. */
  address: string;
  /** Share of requests that are traced, 0 to 1. */
  sampleRatio: number;
  /** Whether a request continues the trace of its `traceparent`, and is traced where that is. */
  trustParent: boolean;
  /** Called with the reason when spans cannot be sent, and with undefined when they can again. */
  onChange: (problem: unknown) => void;
}>;

const exportMs = 3000;

/**
 * Sends spans to a collector, in batches beside the requests. At most 2048 wait while
 * 512 are sent; further ones are dropped, and so is a batch that cannot be sent.
 */
export const createTracing = (options: TracingOptions): Tracing => {
  const { trustParent } = options;
  const provider = providerOf(options);
  const tracer = provider.getTracer('shrinkd');
  const current = new AsyncLocalStorage<Context>();

  const begin: Tracing['begin'] = ({ requestId, method, route, traceparent }) => {
    const caller = callerIn(traceparent);
    const isContinued = trustParent && caller !== undefined;
    const parent = isContinued ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: timeNow(),
        // A link leads to the caller's trace, but lets it decide nothing here.
        links: caller === undefined || isContinued ? [] : [{ context: caller }],
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'shrinkd.request_id': requestId,
        },
      },
      parent,
    );
    const below = trace.setSpan(parent, span);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId: span.isRecording() ? traceId : undefined,
      traceresponse: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      run: (work) => (span.isRecording() ? current.run(below, work) : work()),
      end: endOf(span),
    };
  };

  const spanBelow = (name: string, startTime: number) => {
    const parent = current.getStore();
    return parent && { parent, span: tracer.startSpan(name, { startTime }, parent) };
  };

  const span: Tracing['span'] = async (name, work) => {
    const begun = spanBelow(name, timeNow());
    if (begun === undefined) return work();
    try {
      return await current.run(trace.setSpan(begun.parent, begun.span), work);
    } catch (error) {
      begun.span.setAttribute('error.type', typeOf(error));
      begun.span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      begun.span.end(timeNow());
    }
  };

  const record: Tracing['record'] = ({ name, ms, endedMsAgo = 0, attributes, isFailure }) => {
    const endTime = timeNow() - endedMsAgo;
    const begun = spanBelow(name, endTime - ms);
    if (begun === undefined) return;
    if (attributes !== undefined) begun.span.setAttributes(attributes);
    if (isFailure === true) begun.span.setStatus({ code: SpanStatusCode.ERROR });
    begun.span.end(endTime);
  };

  const close = async (): Promise<void> => {
    const { promise: expired, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, exportMs);
    await Promise.race([provider.shutdown().catch(() => undefined), expired]);
    clearTimeout(timer);
  };

  return { begin, span, record, close };
};

const providerOf = ({ address, sampleRatio, onChange }: TracingOptions): TracerProvider => {
  const exporter = new OTLPTraceExporter({
    url: `${address.replace(/\/$/, '')}/v1/traces`,
    // Of all attempts together.
    timeoutMillis: exportMs,
  });
  const root = new TraceIdRatioBasedSampler(sampleRatio);
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'shrinkd',
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, onChange),
        maxQueueSize: 2048,
        scheduledDelayMillis: 2000,
        exportTimeoutMillis: exportMs,
      }),
    ],
  });
};

const succeeded = 0;

/** Reports the outcome where it is another one than before. */
const reporting = (exporter: SpanExporter, onChange: (problem: unknown) => void): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== succeeded;
        if (hasFailed !== isFailing) onChange(hasFailed ? result.error : undefined);
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};

const endOf =
  (span: Span): RequestSpan['end'] =>
  (status, accountId) => {
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (accountId !== undefined) span.setAttribute('shrinkd.account_id', accountId);
    if (status === undefined) span.setAttribute('error.type', 'client_left');
    if (status === undefined || status >= firstServerError) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(timeNow());
  };

/** A client's mistake is no error of the server (OpenTelemetry, semantic conventions for HTTP). */
const firstServerError = 500;

/** The caller in a header of version 00, which has 55 characters (W3C Trace Context, section 3.2). */
const callerIn = (traceparent: string): SpanContext | undefined => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(caller) ? caller : undefined;
};

/** The code of an error, or its class. Its message may have names of files in it. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Milliseconds since 1970, on the clock that durations are measured with. */
const timeNow = (): number => performance.timeOrigin + performance.now();
