import { expect } from 'chai';
import { createServer } from 'node:http';
import { stateConfig } from '../support/e2e/cluster.ts';
import { createClient } from '../support/e2e/client.ts';
import { photo } from '../support/e2e/pictures.ts';
import { freePort } from '../support/ports.ts';
import { servicesOfTest } from '../support/service/service.ts';
import { type Origin, startOrigin } from '../support/source/origin.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { type Collector, startCollector } from '../support/telemetry/collector.ts';

describeWithRedis(
  'a service that sends traces',
  (server) => {
    const { start, inFolder } = servicesOfTest();
    let collector: Collector;
    let origin: Origin;
    beforeEach(async () => {
      await server().send('FLUSHALL');
      collector = await startCollector();
      origin = await startOrigin(
        createServer((_, response) => response.setHeader('Content-Type', 'image/jpeg').end(photo)),
      );
    });
    afterEach(async () => {
      await collector.close();
      await origin.close();
    });
    const startTraced = async () =>
      start({
        config: {
          ...stateConfig(server().url, inFolder('secret.key')),
          tracing: { address: collector.address },
          quality: { mode: 'fixed' },
          source: { allow: ['127.0.0.0/8'] },
          storage: { objstore: { endpoint: `http://127.0.0.1:${await freePort()}` } },
        },
        derived: { storage: { attempts: 1 } },
      });

    it('traces what a request waits for, without secrets, and sends it at its end at the latest', async () => {
      const service = await startTraced();
      const client = createClient(service);
      const json = { 'Content-Type': 'application/json' };
      const uploaded = await client.send({
        method: 'POST',
        path: '/shrink',
        headers: json,
        body: JSON.stringify({ source: { url: `http://127.0.0.1:${origin.port}/private.jpg` } }),
      });
      expect(uploaded.status).to.equal(201);
      const operated = await client.send({
        method: 'POST',
        path: uploaded.headers.location!,
        headers: json,
        body: JSON.stringify({
          resize: { method: 'fit', width: 50, height: 50 },
          store: {
            service: 'objstore',
            objstore_access_key_id: 'accessKeyOfTheClient',
            objstore_secret_access_key: 'secretKeyOfTheClient',
            region: 'eu-central-1',
            path: 'bucket-of-the-client/name.jpg',
          },
        }),
      });
      expect(operated.status).to.equal(502);
      client.close();
      expect(await service.stop()).to.include({ code: 0 });

      const spans = collector.spans();
      const traceOf = ({ headers }: typeof uploaded) => {
        const own = spans.filter(({ traceId }) =>
          String(headers['traceresponse']).includes(traceId),
        );
        const root = own.find(({ kind }) => kind === 2)!;
        expect(root.attributes['shrinkd.request_id']).to.equal(headers['x-request-id']);
        for (const span of own.filter((one) => one !== root)) {
          expect(own.map(({ spanId }) => spanId)).to.include(span.parentSpanId);
          expect(span.startMs, span.name).to.be.at.least(root.startMs - 1);
          expect(span.endMs, span.name).to.be.at.most(root.endMs + 1);
        }
        return [...new Set(own.map(({ name }) => name))];
      };
      expect(traceOf(uploaded)).to.include.members([
        ...['POST /shrink', 'redis', 'source open', 'outputs find'],
        ...['outputs add source', 'outputs publish', 'tool cjpeg'],
      ]);
      // A libvips from elsewhere does not become the encoder.
      const names = traceOf(operated).map((name) => name.replace('vips+cjpeg', 'vips'));
      expect(names).to.include.members([
        ...['POST /output', 'redis', 'outputs open', 'tool vips', 'outputs publish', 'store'],
      ]);
      expect(spans.find(({ name }) => name === 'store')).to.deep.include({ isError: true });

      const received = collector.received();
      const { location } = uploaded.headers;
      for (const secret of [
        ...[service.key, 'private.jpg', 'OfTheClient', 'bucket-of-the-client'],
        ...[location!.split('/').at(-1)!, inFolder()],
      ]) {
        expect(received).not.to.contain(secret);
      }
      const logged = service.log().find(({ requestId, msg }) => {
        return msg === 'request' && requestId === uploaded.headers['x-request-id'];
      });
      expect(String(uploaded.headers['traceresponse'])).to.contain(String(logged?.['traceId']));
    });

    it('answers and ends as ever while its collector does not answer', async () => {
      collector.freeze();
      const service = await startTraced();
      const client = createClient(service);
      for (let count = 1; count <= 5; count += 1) {
        expect((await client.upload(photo)).headers['compression-count']).to.equal(String(count));
      }
      client.close();
      expect(await service.stop()).to.include({ code: 0 });
      expect(service.log().map(({ msg }) => msg)).to.include('traces cannot be sent');
    });
  },
  { only: 'redis-server' },
);
