import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { deployFile, root, runProgram } from './programs.ts';

export const models = {
  ...{ ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, Namespace, NetworkPolicy },
  ...{ PodDisruptionBudget, Secret, Service },
};

export type Kind = keyof typeof models;

/** An object of Kubernetes as it is applied. */
export type Manifest = Readonly<{ apiVersion: string; kind: Kind; metadata: { name: string } }>;

/** What `kubectl apply -k` applies of `deploy/kubernetes/overlays/example`, with secrets. */
export const exampleManifests = async (): Promise<readonly Manifest[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-kustomize-'));
  try {
    await cp(deployFile('kubernetes'), folder, { recursive: true });
    const overlay = join(folder, 'overlays/example');
    for (const name of ['secret.key', 'redis', 's3.json', 'api-key']) {
      await writeFile(join(overlay, 'secrets', name), `the ${name} of a test`);
    }
    const built = await runProgram('kustomize', ['build', overlay]);
    return parseAllDocuments(built).map((document) => document.toJS() as Manifest);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/**
 * What is wrong with objects by the schemas of Kubernetes: of values by its validators, and fields that there are not by
 * its types, since the validators let those pass.
 */
export const problemsOf = async (manifests: readonly Manifest[]): Promise<readonly string[]> => [
  ...manifests.flatMap(problemsOfValues),
  ...(await unknownFields(manifests)),
];

const problemsOfValues = (manifest: Manifest): readonly string[] => {
  const { kind, apiVersion } = manifest;
  const Model = models[kind];
  if (Model === undefined) return [`expected a known kind, got ${kind}`];
  if (Model.apiVersion !== apiVersion) {
    return [`${kind}: expected ${Model.apiVersion}, got ${apiVersion}`];
  }
  try {
    new Model(manifest as never).validate();
    return [];
  } catch (error) {
    return [`${kind}: ${(error as Error).message}`];
  }
};

/** Compiles the objects as constants of their types. The file is in the project, where TypeScript finds the types. */
const unknownFields = async (manifests: readonly Manifest[]): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(root, '.tools/manifests-'));
  const file = join(folder, 'manifests.ts');
  const constants = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest;
    return `import type { I${kind} } from 'kubernetes-models/${apiVersion}/${kind}';
export const object${index}: I${kind} = ${JSON.stringify(manifest)};`;
  });
  try {
    await writeFile(file, constants.join('\n'));
    const flags = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
    ];
    await runProgram('tsc', [...flags, '--target', 'es2024', file]);
    return [];
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    await rm(folder, { recursive: true });
  }
};
