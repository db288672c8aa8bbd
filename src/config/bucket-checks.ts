import type { Config } from './config.ts';

/** What is missing for outputs in a bucket. */
export const bucketProblems = ({ outputs, state }: Config): readonly string[] => {
  const { kind, bucket } = outputs;
  if (kind === 'files') return [];
  const needed = `for outputs.kind ${kind}`;
  return [
    ...(state.kind === 'redis'
      ? []
      : [`state.kind: expected redis ${needed}, since Redis has which outputs there are`]),
    ...(bucket.name === '' ? [`outputs.bucket.name: expected the name of a bucket ${needed}`] : []),
    ...(bucket.credentialsFile === ''
      ? [`outputs.bucket.credentialsFile: expected ${credentials[kind]} ${needed}`]
      : []),
  ];
};

const credentials = {
  s3: 'a JSON file with accessKeyId and secretAccessKey',
  google: 'the JSON key of a service account',
};
