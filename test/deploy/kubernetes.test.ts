import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import type { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { Secret } from 'kubernetes-models/v1/Secret';
import type { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { expressionNames, listedMetrics, wrongWordsOf } from '../support/deploy/expressions.ts';
import {
  exampleManifests,
  type Kind,
  type Manifest,
  problemsOf,
} from '../support/deploy/manifests.ts';
import { deployFile, requireProgram, root } from '../support/deploy/programs.ts';

type AdapterRule = Readonly<{ seriesQuery: string; name: { as: string }; metricsQuery: string }>;

describe('the manifests of Kubernetes', () => {
  let manifests: readonly Manifest[] = [];
  let config: Config;
  before(async function () {
    requireProgram(this, 'kustomize');
    manifests = await exampleManifests();
    config = await configIn(of<ConfigMap>('ConfigMap').data!['shrinkd.json']!);
  });

  const of = <T>(kind: Kind): T => {
    const found = manifests.filter((manifest) => manifest.kind === kind);
    expect(found, kind).to.have.length(1);
    return found[0] as unknown as T;
  };
  const podOf = () => of<Deployment>('Deployment').spec!.template.spec!;
  const containerOf = () => {
    const { containers } = podOf();
    expect(containers).to.have.length(1);
    return containers[0]!;
  };

  it('are all there, and each is valid by the schemas of Kubernetes', async () => {
    expect(await problemsOf(manifests)).to.deep.equal([]);
    expect(manifests.map(({ kind }) => kind).toSorted()).to.deep.equal([
      ...['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Namespace'],
      ...['NetworkPolicy', 'PodDisruptionBudget', 'Secret', 'Service'],
    ]);
  });

  it('would be refused with a field that there is not, and with a wrong value', async () => {
    const changed = (change: (deployment: Deployment) => object, fields: object): Manifest => {
      const deployment = structuredClone(of<Deployment>('Deployment'));
      Object.assign(change(deployment), fields);
      return deployment as unknown as Manifest;
    };
    const misspelled = changed(({ spec }) => spec!.template.spec!.containers[0]!, {
      readinesProbe: {},
    });
    expect((await problemsOf([misspelled])).join()).to.contain('readinesProbe');
    const wrong = changed(({ spec }) => spec!.strategy!, { type: 'Rolling' });
    expect((await problemsOf([wrong])).join()).to.contain('data/spec/strategy/type');
  });

  it('name each other: configuration, secrets, ports, labels', () => {
    const { volumes = [] } = podOf();
    const { env = [], ports = [], volumeMounts = [] } = containerOf();
    const [configName, secretName] = ['ConfigMap', 'Secret'].map(
      (kind) => of<Manifest>(kind as Kind).metadata.name,
    );
    expect(volumes.map(({ configMap }) => configMap?.name).filter(Boolean)).to.deep.equal([
      configName,
    ]);
    expect(volumes.map(({ secret }) => secret?.secretName).filter(Boolean)).to.deep.equal([
      secretName,
    ]);
    expect(
      env.find(({ name }) => name === 'SHRINKD_API_KEY')?.valueFrom?.secretKeyRef?.name,
    ).to.equal(secretName);
    expect(volumeMounts.map(({ name }) => name).toSorted()).to.deep.equal(
      volumes.map(({ name }) => name).toSorted(),
    );
    const labels = of<Deployment>('Deployment').spec!.template.metadata!.labels;
    expect(labels).to.deep.equal({ 'app.kubernetes.io/name': 'shrinkd' });
    const service = of<Service>('Service').spec!;
    expect(service.selector).to.deep.equal(labels);
    expect(
      of<PodDisruptionBudget>('PodDisruptionBudget').spec!.selector!.matchLabels,
    ).to.deep.equal(labels);
    expect(of<NetworkPolicy>('NetworkPolicy').spec!.podSelector!.matchLabels).to.deep.equal(labels);
    const portNames = ports.map(({ name }) => name);
    const { ingress: incoming = [] } = of<NetworkPolicy>('NetworkPolicy').spec!;
    const named = [
      ...(service.ports ?? []).map(({ targetPort }) => targetPort),
      ...incoming.flatMap((rule) => (rule.ports ?? []).map(({ port }) => port)),
      ...probesOf(containerOf()).map((probe) => probe?.httpGet?.port),
    ];
    for (const name of named) expect(portNames).to.include(name);
    const [rule] = of<Ingress>('Ingress').spec!.rules!;
    const backend = rule!.http!.paths[0]!.backend.service!;
    expect([backend.name, backend.port!.name]).to.deep.equal(['shrinkd', service.ports![0]!.name]);
    const { scaleTargetRef } = of<HorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec!;
    expect(scaleTargetRef).to.include({ kind: 'Deployment', name: 'shrinkd' });
  });

  it('have a configuration for this cluster, whose files are mounted', () => {
    const mounts = containerOf().volumeMounts!.map(({ mountPath }) => mountPath);
    const keys = Object.keys(of<Secret>('Secret').data!);
    for (const file of filesOf(config)) {
      expect(mounts).to.include(file.slice(0, file.lastIndexOf('/')));
      expect(keys).to.include(file.slice(file.lastIndexOf('/') + 1));
    }
    const path = containerOf().env!.find(({ name }) => name === 'SHRINKD_CONFIG')!.value!;
    expect(mounts).to.include(path.slice(0, path.lastIndexOf('/')));
    expect(config.internal.host).to.equal('0.0.0.0');
    expect(config.tls.mode).to.equal('proxy');
    expect(config.publicUrl).to.equal(`https://${of<Ingress>('Ingress').spec!.rules![0]!.host}`);
  });

  it('fit the image: its user, ports and folders', async () => {
    const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
    const valueOf = (name: string): string => new RegExp(`${name}[=:](\\S+)`).exec(dockerfile)![1]!;
    const { runAsUser, runAsGroup } = podOf().securityContext!;
    expect(dockerfile).to.contain(`USER ${runAsUser}:${runAsGroup}`);
    const { ports = [], volumeMounts = [] } = containerOf();
    expect(ports.map(({ name, containerPort }) => [name, String(containerPort)])).to.deep.equal([
      ['api', valueOf('SHRINKD_PORT')],
      ['internal', valueOf('SHRINKD_INTERNAL_PORT')],
    ]);
    const mounts = volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts).to.include(valueOf('SHRINKD_DATA_DIR')).and.include(valueOf('SHRINKD_WORK_DIR'));
  });

  it('keep the variables of Services from being read as settings', () => {
    // Kubernetes would set SHRINKD_PORT for the Service shrinkd.
    expect(podOf().enableServiceLinks).to.equal(false);
  });

  it('leave time to drain and to finish', () => {
    const { drainSeconds, graceSeconds } = config.shutdown;
    expect(podOf().terminationGracePeriodSeconds).to.be.at.least(drainSeconds + graceSeconds + 10);
    // Ingress controllers learn of an end within seconds.
    expect(drainSeconds).to.be.at.least(5);
    expect(graceSeconds).to.be.at.least(config.queue.answerSeconds);
  });

  it('leave room for what the configuration allows', () => {
    const { volumes = [] } = podOf();
    const sizeOf = (name: string): number =>
      bytesOf(volumes.find((volume) => volume.name === name)!.emptyDir!.sizeLimit!);
    expect(sizeOf('data')).to.be.greaterThan(config.outputs.maxBytes);
    expect(sizeOf('work')).to.be.greaterThan(config.limits.workBytes);
    const { requests = {}, limits = {} } = containerOf().resources!;
    expect(config.queue.slots).to.equal(Number(requests['cpu']));
    expect(bytesOf(limits['memory']!)).to.be.at.least(sizeOf('work') + config.queue.slots * 400e6);
    expect(bytesOf(limits['ephemeral-storage']!)).to.be.greaterThan(sizeOf('data'));
  });

  it('may run where only restricted pods may (Pod Security Standards)', () => {
    const { securityContext, automountServiceAccountToken } = podOf();
    expect(securityContext).to.deep.include({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containerOf().securityContext).to.deep.equal({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
    expect(automountServiceAccountToken).to.equal(false);
  });

  it('restart no node for a fault that all share', () => {
    const [liveness, readiness, startup] = probesOf(containerOf());
    expect([liveness, readiness, startup].map((probe) => probe?.httpGet?.path)).to.deep.equal([
      ...['/healthz', '/readyz', '/healthz'],
    ]);
  });

  it('scale by a metric that the rule of prometheus-adapter makes of one that there is', async () => {
    const [wanted] = of<HorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec!.metrics!;
    const text = await readFile(deployFile('kubernetes/prometheus-adapter.yaml'), 'utf8');
    const [rule] = (parse(text) as { rules: readonly AdapterRule[] }).rules;
    expect(wanted!.pods!.metric.name).to.equal(rule!.name.as);
    const [series = ''] = rule!.seriesQuery.split('{');
    const expression = rule!.metricsQuery
      .replaceAll('<<.Series>>', series)
      .replaceAll('<<.LabelMatchers>>', 'namespace="shrinkd"')
      .replaceAll('<<.GroupBy>>', 'pod');
    const metrics = expressionNames(listedMetrics());
    expect(wrongWordsOf(expression, metrics, ['namespace', 'pod'])).to.deep.equal([]);
  });
});

type Container = NonNullable<NonNullable<Deployment['spec']>['template']['spec']>['containers'][0];

const probesOf = ({ livenessProbe, readinessProbe, startupProbe }: Container) => [
  livenessProbe,
  readinessProbe,
  startupProbe,
];

/** The configuration that the service makes of this file. Throws where it is not valid. */
const configIn = async (text: string): Promise<Config> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-config-'));
  try {
    const file = join(folder, 'shrinkd.json');
    await writeFile(file, text);
    return loadConfig({ flags: { config: file }, environment: {} }).config;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Files that the configuration names. */
const filesOf = ({ state, outputs }: Config): readonly string[] => [
  state.secretFile,
  outputs.bucket.credentialsFile,
  state.redis.passwordFile,
];

const units: Readonly<Record<string, number>> = { Mi: 1024 ** 2, Gi: 1024 ** 3 };

/** The bytes of a quantity of Kubernetes, such as `2Gi`. */
const bytesOf = (quantity: string | number): number => {
  const [, count = '', unit = ''] = /^(\d+)(\D+)$/.exec(String(quantity))!;
  return Number(count) * units[unit]!;
};
