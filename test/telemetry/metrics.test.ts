import { expect } from 'chai';
import { createMetrics } from '../../src/telemetry/metrics.ts';

describe('metrics', () => {
  /** The values told, by name with labels. */
  const valuesOf = async (metrics: ReturnType<typeof createMetrics>) => {
    const { body } = await metrics.expose();
    const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
    );
  };

  it('count requests, tool runs, bytes, look-ups and evictions', async () => {
    const metrics = createMetrics();
    const choice = { mediaType: 'image/jpeg', trials: 0, stops: [], fallback: null, score: null };
    metrics.request('/shrink', 'POST', 201, 0.2);
    metrics.toolRun({ tool: 'cwebp', how: 'exited', waitMs: 30, wallMs: 400 });
    metrics.image('image/png', 100, 40);
    metrics.image('image/png', 10, 10);
    metrics.image('image/jpeg', 10, 30);
    metrics.quality({ ...choice, trials: 3, stops: ['budget'], score: 79.4 });
    metrics.quality({
      ...choice,
      mediaType: 'image/png',
      trials: 2,
      stops: ['budget', 'pressure'],
    });
    metrics.quality({ ...choice, mediaType: 'image/png', fallback: 'pressure' });
    metrics.cacheLookup('hit');
    metrics.eviction(500, 'space');
    metrics.eviction(50, 'space');
    metrics.storagePut({ service: 'objstore', outcome: 'stored', ms: 40 });
    const values = await valuesOf(metrics);
    for (const [name, value] of [
      [
        'shrinkd_http_request_duration_seconds_bucket{le="0.1",route="/shrink",method="POST",status="201"}',
        0,
      ],
      [
        'shrinkd_http_request_duration_seconds_bucket{le="0.25",route="/shrink",method="POST",status="201"}',
        1,
      ],
      [
        'shrinkd_http_request_duration_seconds_sum{route="/shrink",method="POST",status="201"}',
        0.2,
      ],
      ['shrinkd_tool_duration_seconds_sum{tool="cwebp",how="exited"}', 0.4],
      ['shrinkd_queue_wait_seconds_sum', 0.03],
      ['shrinkd_image_bytes_total{type="image/png",direction="in"}', 110],
      ['shrinkd_image_bytes_total{type="image/png",direction="out"}', 50],
      ['shrinkd_image_bytes_total{type="image/png",direction="saved"}', 60],
      ['shrinkd_image_bytes_total{type="image/jpeg",direction="out"}', 30],
      ['shrinkd_image_bytes_total{type="image/jpeg",direction="saved"}', 0],
      ['shrinkd_quality_trials_total', 5],
      ['shrinkd_quality_stops_total{reason="budget"}', 2],
      ['shrinkd_quality_stops_total{reason="pressure"}', 1],
      ['shrinkd_quality_fallbacks_total{reason="pressure"}', 1],
      ['shrinkd_quality_score_bucket{le="78",type="image/jpeg"}', 0],
      ['shrinkd_quality_score_bucket{le="80",type="image/jpeg"}', 1],
      ['shrinkd_quality_score_count{type="image/png"}', undefined],
      ['shrinkd_cache_lookups_total{result="hit"}', 1],
      ['shrinkd_evictions_total{reason="space"}', 2],
      ['shrinkd_evicted_bytes_total{reason="space"}', 550],
      ['shrinkd_storage_put_duration_seconds_sum{service="objstore",outcome="stored"}', 0.04],
    ] as const) {
      expect(values.get(name), name).to.equal(value);
    }
  });

  it('read the gauges when they are asked for', async () => {
    const metrics = createMetrics();
    let jobs = 1;
    metrics.observe({
      jobs: () => jobs,
      permitsHeld: () => 2,
      permitSlots: () => 3,
      permitsWaiting: () => 4,
      isOverloaded: () => true,
      outputBytes: () => 5,
      storagePuts: () => 7,
      outputEntries: () => 6,
    });
    jobs = 7;
    const values = await valuesOf(metrics);
    for (const [name, value] of [
      ['shrinkd_jobs', 7],
      ['shrinkd_permits_held', 2],
      ['shrinkd_permit_slots', 3],
      ['shrinkd_queue_length', 4],
      ['shrinkd_overloaded', 1],
      ['shrinkd_output_bytes', 5],
      ['shrinkd_outputs', 6],
      ['shrinkd_storage_puts', 7],
    ] as const) {
      expect(values.get(name), name).to.equal(value);
    }
  });

  it('know the share of look-ups that found a result, but before the first', () => {
    const { cacheLookup, hitShare } = createMetrics();
    expect(hitShare()).to.equal(undefined);
    cacheLookup('miss');
    expect(hitShare()).to.equal(0);
    for (const result of ['hit', 'hit', 'shared'] as const) cacheLookup(result);
    expect(hitShare()).to.equal(0.5);
  });

  it('of two services in one process do not mix', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.cacheLookup('miss');
    expect([...(await valuesOf(other)).keys()]).not.to.include(
      'shrinkd_cache_lookups_total{result="miss"}',
    );
  });
});
