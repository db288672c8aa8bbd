/** The settings `outputs.bucket` of `schemas/config.json`. */
export type BucketSettings = Readonly<{
  name: string;
  /** Beginning of every object key; empty or with a slash at its end. */
  prefix: string;
  /** Empty: the address of the service. */
  endpoint: string;
  region: string;
  forcePathStyle: boolean;
  credentialsFile: string;
  deadlineSeconds: number;
  attempts: number;
}>;
