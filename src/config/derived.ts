import type { AllSettings } from './all-settings.ts';

/** Values that follow from settings, by group. They are no settings: whoever sets the others has decided them. */
export type Derived = ReturnType<typeof derivedOf>;

/** One derived value, as `shrinkd config` and the documents show it. */
export type DerivedValue = Readonly<{
  /** Dotted path, as that of a setting. */
  path: string;
  unit?: string;
  /** What it is, and what it follows from. */
  description: string;
}>;

/** The values that follow from `settings`. `derivedValues` says how. */
export const derivedOf = ({ limits, source }: AllSettings) => ({
  limits: limitsOf(limits),
  source: sourceOf(source),
});

/** What the values of `derivedOf` are, in the same order. */
export const derivedValues: readonly DerivedValue[] = [
  {
    path: 'limits.firstByteSeconds',
    unit: 'seconds',
    description:
      'A new connection that sends nothing for this long is closed. 10, and at most limits.headersSeconds. Behind a proxy, headersSeconds applies instead.',
  },
  {
    path: 'limits.headersSeconds',
    unit: 'seconds',
    description:
      'Longest time a client may take to send its request headers. 20, and at most limits.requestSeconds.',
  },
  {
    path: 'limits.bodyWindowSeconds',
    unit: 'seconds',
    description:
      'Time over which the rate of a body is measured (limits.bodyBytesPerSecond). The rate is not checked during the first such time. 10, and at most a quarter of limits.requestSeconds, so that a short request is measured too.',
  },
  {
    path: 'source.connectSeconds',
    unit: 'seconds',
    description: 'Longest time to connect to a source. A sixth of source.totalSeconds.',
  },
  {
    path: 'source.firstByteSeconds',
    unit: 'seconds',
    description:
      "Longest wait for the first byte of a source's response. A third of source.totalSeconds.",
  },
];

/** The configuration of `settings`. */
export const withDerived = (settings: AllSettings): AllSettings & Derived => {
  const derived = derivedOf(settings);
  return {
    ...settings,
    limits: { ...settings.limits, ...derived.limits },
    source: { ...settings.source, ...derived.source },
  };
};

const limitsOf = ({ requestSeconds }: AllSettings['limits']) => {
  const headersSeconds = Math.min(20, requestSeconds);
  return {
    firstByteSeconds: Math.min(10, headersSeconds),
    headersSeconds,
    bodyWindowSeconds: Math.min(10, requestSeconds / 4),
  };
};

const sourceOf = ({ totalSeconds }: AllSettings['source']) => ({
  connectSeconds: totalSeconds / 6,
  firstByteSeconds: totalSeconds / 3,
});
