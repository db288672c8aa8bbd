import type { Decoder } from '../image/decoder.ts';
import type { Effort, Encoder, Preset, QualityMode } from '../image/encoder.ts';
import type { Secret } from '../redacted.ts';
import type { BucketSettings } from '../storage/bucket/settings.ts';
import type { StorageSettings } from '../storage/named-store.ts';

/** Every setting. `schemas/config.json` has defaults, units and descriptions. */
export type AllSettings = Readonly<{
  dataDir: string;
  workDir: string;
  host: string;
  port: number;
  publicUrl: string;
  internal: Readonly<{ host: string; port: number | null }>;
  tls: Readonly<{
    mode: 'self-signed' | 'files' | 'proxy';
    cert: string;
    key: string;
    selfSigned: Readonly<{ keyType: 'ec' | 'rsa' }>;
    http2: boolean;
    trustedProxies: readonly string[];
  }>;
  limits: Readonly<{
    uploadBytes: number;
    pixels: number;
    frames: number;
    connectionsPerAddress: number;
    bodyBytesPerSecond: number;
    requestSeconds: number;
    idleSeconds: number;
    workBytes: number;
    workFreeBytes: number;
  }>;
  source: Readonly<{
    allow: readonly string[];
    totalSeconds: number;
    maxPerAccount: number;
    /** By origin, or `*` for every one; then by name. */
    headers: Readonly<Record<string, Readonly<Record<string, Secret>>>>;
  }>;
  queue: Readonly<{
    slots: number;
    maxJobs: number;
    maxWaitSeconds: number;
    overloadSeconds: number;
    answerSeconds: number;
  }>;
  tools: Readonly<{
    path: readonly string[];
    sandbox: 'auto' | 'bwrap' | 'limits' | 'none';
    readable: readonly string[];
    memoryBytes: number;
    folderBytes: number;
  }>;
  outputs: Readonly<{
    kind: 'files' | 's3' | 'google';
    bucket: Omit<BucketSettings, 'attempts'>;
    maxBytes: number;
    retentionSeconds: number;
    publicDownload: boolean;
    shareBetweenAccounts: boolean;
  }>;
  state: Readonly<{
    kind: 'files' | 'redis';
    redis: Readonly<{
      url: string;
      passwordFile: string;
      caFile: string;
      serverName: string;
      sentinels: readonly string[];
      sentinelPasswordFile: string;
      prefix: string;
      replicas: number;
      deadlineSeconds: number;
    }>;
    secretFile: string;
  }>;
  web: Readonly<{
    enabled: boolean;
    registration: 'closed' | 'invite' | 'approval' | 'open';
    newAccounts: Readonly<{
      monthlyLimit: number | null;
      requestsPerMinute: number | null;
      attemptsPerHour: number;
      maxAccounts: number;
    }>;
    sessionHours: number;
    signInAttempts: number;
    passkeys: boolean;
    demo: Readonly<{ enabled: boolean; picturesPerHour: number }>;
    language: 'auto' | 'en' | 'de';
  }>;
  storage: Omit<StorageSettings, 'attempts' | 'maxUploads'>;
  delivery: Readonly<{
    prefix: string;
    /** By name. Both are hexadecimal digits. */
    keys: Readonly<Record<string, Readonly<{ key: Secret; salt: Secret; account: string }>>>;
    signatureBytes: number;
    sources: Readonly<
      Record<
        string,
        | Readonly<{ url: string }>
        | Readonly<{ store: string; prefix?: string }>
        | Readonly<{ folder: string }>
      >
    >;
    outputs: boolean;
    firstAnswer: 'best' | 'fast';
    formats: readonly ('image/avif' | 'image/webp')[];
    presets: Readonly<Record<string, string>>;
    watermark: string;
    ttlSeconds: number;
    allowOrigin: string;
    missesPerMinute: number;
    hintWidths: readonly number[];
    unsigned: Readonly<{
      account: string;
      sources: readonly string[];
      widths: readonly number[];
      heights: readonly number[];
      qualities: readonly number[];
      formats: readonly ('jpg' | 'png' | 'webp' | 'avif')[];
      next: boolean;
      ipx: boolean;
      base: string;
    }>;
  }>;
  shutdown: Readonly<{ drainSeconds: number; graceSeconds: number }>;
  log: Readonly<{
    level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
    format: 'auto' | 'json' | 'pretty';
  }>;
  tracing: Readonly<{ address: string; sampleRatio: number; trustParent: boolean }>;
  quality: Readonly<{
    mode: QualityMode;
    effort: Effort;
    preset: Preset;
    target: number;
    min: number;
    max: number | null;
    trials: number;
    budget: number;
    paletteBudget: number;
  }>;
  decoders: Readonly<Record<string, Decoder>>;
  encoders: Readonly<Record<string, Encoder>>;
  types: Readonly<Record<string, readonly (readonly string[])[]>>;
  wildcardTypes: readonly string[];
}>;
