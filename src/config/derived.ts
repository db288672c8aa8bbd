import type { AllSettings } from './all-settings.ts';

/**
 * Values that follow from settings, by group. They are no settings themselves. Some follow from none: nothing that an
 * operator knows makes another number better.
 */
export type Derived = ReturnType<typeof derivedOf>;

/** The values that follow from `settings`. `derivedValues` says how. */
export const derivedOf = ({ limits, source, queue, tools, web, quality }: AllSettings) => ({
  limits: limitsOf(limits),
  source: sourceOf(source),
  tools: toolsOf(queue, tools, limits),
  web: webOf(web, limits),
  outputs: { bucket: { attempts: 4 } },
  state: { graceSeconds: 60 },
  storage: { attempts: 3, maxUploads: 200 },
  quality: searchOf[quality.effort],
});

const descriptions = {
  'limits.firstByteSeconds':
    'A new connection that sends nothing for this long is closed. 10, and at most limits.headersSeconds. Behind a proxy, headersSeconds applies instead.',
  'limits.headersSeconds':
    'Longest time a client may take to send its request headers. 20, and at most limits.requestSeconds.',
  'limits.bodyWindowSeconds':
    'Time over which the rate of a body is measured (limits.bodyBytesPerSecond). The rate is not checked during the first such time. 10, and at most a quarter of limits.requestSeconds, so that a short request is measured too.',
  'limits.workFreeBytes':
    "Space that must stay free on the work folder's file system. With less, uploads are answered 503 before they are read. A 64th of limits.workBytes.",
  'source.connectSeconds': 'Longest time to connect to a source. A sixth of source.totalSeconds.',
  'source.firstByteSeconds':
    "Longest wait for the first byte of a source's response. A third of source.totalSeconds.",
  'tools.deadlineSeconds':
    'Longest run of one tool. Then its process group is killed. queue.answerSeconds without the last 8, or the last fifth where that is less.',
  'tools.cpuSeconds': 'CPU time of one tool. A fifth more than tools.deadlineSeconds.',
  'tools.fileBytes': 'Largest file a tool may write. Half of tools.folderBytes.',
  'tools.folderFiles':
    'Most files of one job while a tool runs. A tool that exceeds it is killed. An animation has a file for each frame: twice limits.frames, and at least 100 more than limits.frames.',
  'tools.processes':
    "Most processes and threads of the service's user, tools included. A tool cannot start more. The kernel does not apply this to root. 4096, and at least 16 for each of queue.slots.",
  'web.idleHours':
    'A person who sends no request for this long is signed out. 24, and at most web.sessionHours.',
  'web.demo.uploadBytes':
    'Largest picture that people may upload without signing in. 5 MB, and at most limits.uploadBytes.',
  'outputs.bucket.attempts':
    'Most attempts to send or fetch one object, all within outputs.bucket.deadlineSeconds. Always 4.',
  'state.graceSeconds':
    'How long downloads go on while Redis is away, with the accounts read last. Always 60.',
  'storage.attempts':
    'Most attempts to store an image, all within storage.deadlineSeconds. Only errors that may pass are retried. Always 3.',
  'storage.maxUploads':
    'Most images that are stored at once. Further ones are answered 503. Always 200.',
  'quality.trials':
    'Most trials for each variant of an encoder: 3, 4 or 6 by quality.effort. Two more are made if the best of them is more than 3 points above the target.',
  'quality.budget':
    'Work that trials may use, as a multiple of one encoding of the image: 3, 5 or 10 by quality.effort. It does not depend on time, and hardly ever ends a search. A trial counts as the part of the image that it encodes, plus a quarter for measuring (for PNG up to 2.5 megapixels, a half). It is at least one megapixel, and doubled while the target is missed.',
  'quality.paletteBudget':
    'The same for PNG, whose palettes can only be tried on the whole image: 7.2, 12 or 24 by quality.effort.',
};

/** Each value of `derivedOf`, in its order: its dotted path, its unit, and what it is and follows from. */
export const derivedValues = Object.entries(descriptions).map(([path, description]) => ({
  path,
  unit: /(Seconds|Hours|Bytes)$/.exec(path)?.[1]?.toLowerCase(),
  description,
}));

/** The configuration of `settings`. */
export const withDerived = (settings: AllSettings): AllSettings & Derived =>
  merged(settings, derivedOf(settings)) as AllSettings & Derived;

type Tree = Readonly<Record<string, unknown>>;

/** `tree` with the values of `other`, which replace its own one by one. */
export const merged = (tree: Tree, other: Tree): Tree => ({
  ...tree,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => [
      name,
      typeof value === 'object' ? merged(tree[name] as Tree, value as Tree) : value,
    ]),
  ),
});

const limitsOf = ({ requestSeconds, workBytes }: AllSettings['limits']) => {
  const headersSeconds = Math.min(20, requestSeconds);
  return {
    firstByteSeconds: Math.min(10, headersSeconds),
    headersSeconds,
    bodyWindowSeconds: Math.min(10, requestSeconds / 4),
    workFreeBytes: Math.floor(workBytes / 64),
  };
};

const sourceOf = ({ totalSeconds }: AllSettings['source']) => ({
  connectSeconds: totalSeconds / 6,
  firstByteSeconds: totalSeconds / 3,
});

const toolsOf = (
  { answerSeconds, slots }: AllSettings['queue'],
  { folderBytes }: AllSettings['tools'],
  { frames }: AllSettings['limits'],
) => {
  const deadlineSeconds = answerSeconds - Math.min(8, answerSeconds / 5);
  return {
    deadlineSeconds,
    // Whole seconds, as the kernel counts them.
    cpuSeconds: Math.ceil(deadlineSeconds * 1.2),
    fileBytes: Math.floor(folderBytes / 2),
    folderFiles: Math.max(2 * frames, frames + filesOfJob),
    processes: Math.max(4096, 16 * slots),
  };
};

/** Files of a job besides the frames of an animation. */
const filesOfJob = 100;

const webOf = ({ sessionHours }: AllSettings['web'], { uploadBytes }: AllSettings['limits']) => ({
  idleHours: Math.min(24, sessionHours),
  // As many as photographs of a telephone have, so that everybody can try the demo.
  demo: { uploadBytes: Math.min(5_000_000, uploadBytes) },
});

/** How long a search for a setting may be, by `quality.effort`. */
const searchOf = {
  fast: { trials: 3, budget: 3, paletteBudget: 7.2 },
  balanced: { trials: 4, budget: 5, paletteBudget: 12 },
  best: { trials: 6, budget: 10, paletteBudget: 24 },
} as const;
