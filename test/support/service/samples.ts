import type { Account } from '../../../src/accounts/accounts.ts';
import type { ImageFacts } from '../../../src/image/facts.ts';
import type { Receipt } from '../../../src/image/search/receipt.ts';
import type { Output } from '../../../src/outputs/output.ts';
import { plainFacts } from '../image/facts.ts';

/** An account without limits. */
export const accountOf = (id: string): Account => ({
  id,
  name: id,
  email: `${id}@example.org`,
  disabled: false,
  approved: true,
  role: 'user',
  epoch: 0,
  hasPassword: false,
  passkeys: [],
  createdAt: '2026-11-21T12:00:00.000Z',
  monthlyLimit: null,
  requestsPerMinute: null,
});

/** Accounts that have every id. */
export const knownAccounts = { get: async (id: string): Promise<Account> => accountOf(id) };

/** A plain JPEG of 40 x 30 pixels. */
export const facts: ImageFacts = plainFacts();

/** The receipt of a picture that one encoder made with its fixed setting. */
export const receipt: Receipt = {
  mode: 'fixed',
  fallback: null,
  degraded: false,
  configuredTarget: null,
  sourceTarget: null,
  source: {
    mediaType: 'image/jpeg',
    width: 40,
    height: 30,
    bytes: 60,
    lossless: false,
    expectedScore: null,
    flatness: null,
  },
  candidates: [
    {
      encoders: 'mozjpeg',
      mediaType: 'image/jpeg',
      settings: { scale: 3, variant: '2x2' },
      bytes: 20,
      score: null,
      worstPlace: null,
      milliseconds: 5,
      trials: [],
      stopped: null,
      accepted: true,
      reason: 'won',
    },
  ],
  winner: 'mozjpeg',
};

/** An output whose result is `resultBytes` of a source of 60 bytes. */
export const outputOf = ({
  id = '0123456789abcdef0123456789abcdef01234567',
  owner,
  cacheKey = 'cacheKey',
  resultBytes = 20,
}: {
  id?: string;
  owner: string;
  cacheKey?: string;
  resultBytes?: number;
}): Output => ({
  id,
  owner,
  cacheKey,
  createdAt: 0,
  source: {
    mediaType: 'image/jpeg',
    width: 40,
    height: 30,
    bytes: 60,
    sha256: 'a'.repeat(64),
    facts,
  },
  result: {
    mediaType: 'image/jpeg',
    width: 40,
    height: 30,
    bytes: resultBytes,
    sha256: 'b'.repeat(64),
  },
  receipt,
});
