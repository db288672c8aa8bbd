import {
  anyCodes,
  documentAnswer,
  failuresOf,
  idInPath,
  inPath,
  type Part,
  refTo,
} from './responses.ts';

/** The path of a receipt; `name` ends the ids of its operations. */
export const receiptPath = (
  { publicDownload }: Readonly<{ publicDownload: boolean }>,
  name: 'Receipt' | 'ReceiptOfResult',
): Part => {
  const reading = (operationId: string, summary: string): Part => ({
    operationId: `${operationId}${name}`,
    summary,
    ...(publicDownload && { security: [{ basic: [] }, {}] }),
    responses: {
      '200': documentAnswer('The receipt.', refTo('schemas', 'Receipt')),
      ...failuresOf([...anyCodes, 'unauthorized', 'rate_limit_exceeded', 'not_found']),
    },
  });
  return {
    parameters: [
      idInPath,
      ...(name === 'Receipt' ? [] : [inPath('result', 'The last part of the address in Link.')]),
    ],
    get: reading('download', 'How the result came to be: every candidate, and what became of it.'),
    head: reading('describe', 'The headers that GET answers with.'),
  };
};

const object = (properties: Part, required = Object.keys(properties)): Part => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const text = (description: string): Part => ({ type: 'string', description });
const number = (description: string): Part => ({ type: 'number', description });
const orNull = (type: 'string' | 'number' | 'integer', description: string): Part => ({
  type: [type, 'null'],
  description,
});
const count = (description: string): Part => ({ type: 'integer', minimum: 0, description });
const mode: Part = {
  enum: ['adaptive', 'fixed'],
  description: 'Whether settings were chosen for this image.',
};

const trial = object({
  setting: number('The scale or quality that was tried.'),
  variant: orNull('string', 'The variant of the encoder that was tried.'),
  score: number('What it scored.'),
  milliseconds: number('Time it took.'),
});

const candidate = object({
  encoders: text('Names of its encoders, joined by +; source for the source itself, stripped.'),
  mediaType: text('Media type.'),
  settings: object(
    {
      quality: number('Quality of the encoder.'),
      scale: number('Coarseness of its quantisation.'),
      variant: text('Variant of the encoder.'),
    },
    [],
  ),
  bytes: orNull('integer', 'Bytes of its result; null where it made none.'),
  score: orNull('number', 'Score of its result, as SSIMULACRA2 counts; null where not measured.'),
  milliseconds: number('Time of its tools and of measuring.'),
  trials: { type: 'array', items: trial },
  probes: { type: 'array', items: trial, deprecated: true },
  stopped: orNull('string', 'Why no more settings were tried: budget, pressure or deadline.'),
  accepted: { type: 'boolean', description: 'Whether it was good enough to win.' },
  reason: text('Why it won or lost.'),
});

/** The schema of a receipt. */
export const receiptSchema: Part = object({
  mode,
  fallback: orNull('string', 'Why settings were fixed although they are to be chosen.'),
  degraded: {
    type: 'boolean',
    description:
      'Others waiting, the time for the answer or a fault made it worse: asked for again, it may come out better.',
  },
  configuredTarget: orNull('number', 'The score to aim at by the configuration; null when fixed.'),
  sourceTarget: orNull('number', 'The same, lowered for a poor source; null when fixed.'),
  target: {
    ...orNull('number', 'Older name of sourceTarget.'),
    deprecated: true,
  },
  source: object({
    mediaType: text('Media type.'),
    width: count('Pixels.'),
    height: count('Pixels.'),
    bytes: count('Bytes.'),
    lossless: { type: 'boolean', description: 'Whether its pixels were stored without loss.' },
    expectedScore: orNull('number', 'Score that a JPEG is expected to have, by its tables.'),
    flatness: orNull('number', 'Share of pixels that are like their neighbour.'),
  }),
  candidates: { type: 'array', items: candidate },
  winner: text('The encoders whose result is served.'),
});
