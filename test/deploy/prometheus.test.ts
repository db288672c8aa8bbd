import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { MetricDescription } from '../../src/telemetry/metrics.ts';
import { expressionNames, listedMetrics, wrongWordsOf } from '../support/deploy/expressions.ts';
import { deployFile, requireProgram, root, runProgram } from '../support/deploy/programs.ts';
import { ownService } from '../support/service/service.ts';

type Rule = Readonly<{
  alert: string;
  expr: string;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<{ summary: string; runbook: string }>;
}>;
type Rules = Readonly<{ groups: readonly Readonly<{ rules: readonly Rule[] }>[] }>;
type RuleTests = Readonly<{
  tests: readonly Readonly<{
    alert_rule_test: readonly Readonly<{ alertname: string; exp_alerts?: readonly unknown[] }>[];
  }>[];
}>;
type Panel = Readonly<{
  id: number;
  type: string;
  title: string;
  gridPos: Readonly<{ x: number; y: number; w: number; h: number }>;
  targets?: readonly Readonly<{ expr: string }>[];
}>;
type Dashboard = Readonly<{
  panels: readonly Panel[];
  templating: Readonly<{ list: readonly Readonly<{ query: string | { query: string } }>[] }>;
}>;

const alertsPath = deployFile('prometheus/alerts.yaml');
const testsPath = join(root, 'test/deploy/alerts.test.yaml');
const alerts = (parse(readFileSync(alertsPath, 'utf8')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const dashboard = JSON.parse(
  readFileSync(deployFile('grafana/dashboard.json'), 'utf8'),
) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const panelExpressions = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);

describe('the files of Prometheus and Grafana', () => {
  const service = ownService();
  let metrics: ReadonlyMap<string, MetricDescription>;
  before(async () => {
    const { internalUrl } = service();
    const text = await (await fetch(`${internalUrl}/metrics`)).text();
    const labels = new Map(listedMetrics().map((metric) => [metric.name, metric.labels]));
    metrics = expressionNames(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
        name,
        type,
        help: '',
        labels: labels.get(name) ?? [],
      })),
    );
  });

  for (const { alert, expr } of alerts) {
    it(`alert on metrics that a running service has: ${alert}`, () => {
      expect(wrongWordsOf(expr, metrics)).to.deep.equal([]);
    });
  }

  for (const { title, expr } of panelExpressions) {
    it(`show metrics that a running service has: ${title}`, () => {
      expect(wrongWordsOf(expr, metrics)).to.deep.equal([]);
    });
  }

  it('show every metric of the service', () => {
    const shown = panelExpressions.map(({ expr }) => expr).join('\n');
    const notShown = listedMetrics()
      .map(({ name }) => name)
      .filter((name) => !/^shrinkd_(process|nodejs)_/.test(name))
      .filter((name) => !shown.includes(name));
    expect(notShown).to.deep.equal([]);
  });

  it('choose nodes by a metric that there is', () => {
    const [, node] = dashboard.templating.list;
    const { query } = node!.query as { query: string };
    const [, name = ''] = /^label_values\((\w+), instance\)$/.exec(query)!;
    expect(metrics.has(name)).to.equal(true);
  });

  it('have panels that do not overlap, each with a number of its own', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from(
        { length: w * h },
        (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`,
      ),
    );
    expect(new Set(cells).size).to.equal(cells.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).to.equal(dashboard.panels.length);
  });

  it('name a place of the documents for each alert', async () => {
    const text = await readFile(join(root, 'docs/operations.md'), 'utf8');
    const named = [...text.matchAll(/^\| `(Shrinkd\w+)` \|/gm)].map(([, name = '']) => name);
    expect(named).to.have.members(alerts.map(({ alert }) => alert));
    for (const { annotations, labels } of alerts) {
      expect(annotations.runbook).to.equal('docs/operations.md#alerts');
      expect(['critical', 'warning']).to.include(labels['severity']);
    }
  });

  it('test that each alert fires', async () => {
    const { tests } = parse(await readFile(testsPath, 'utf8')) as RuleTests;
    const fired = tests
      .flatMap((test) => test.alert_rule_test)
      .filter(({ exp_alerts: expected = [] }) => expected.length > 0)
      .map(({ alertname }) => alertname);
    expect(alerts.map(({ alert }) => alert).filter((name) => !fired.includes(name))).to.deep.equal(
      [],
    );
  });

  describe('for promtool', () => {
    before(function () {
      requireProgram(this, 'promtool');
    });

    it('are valid', async () => {
      await runProgram('promtool', ['check', 'rules', '--lint-fatal', alertsPath]);
      await runProgram('promtool', ['check', 'config', deployFile('prometheus/prometheus.yaml')]);
    });

    it('fire on what is beyond their thresholds, and on nothing else', async () => {
      await runProgram('promtool', ['test', 'rules', testsPath]);
    });

    it('have expressions that Prometheus reads in each panel', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'shrinkd-panels-'));
      const rules = panelExpressions.map(({ expr }, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$node', '.*'),
      }));
      const file = join(folder, 'panels.yaml');
      // JSON is YAML.
      await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
      try {
        await runProgram('promtool', ['check', 'rules', file]);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });
});
