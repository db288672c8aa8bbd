import { readFileSync } from 'node:fs';
import type newest from 'tinify';
import older from 'tinify-1.8.1';
import type { SharedService } from '../service/service.ts';

export type Tinify = typeof newest;

/** An older release, which sends operations otherwise. */
export const oldClient = older as unknown as Tinify;

/** The two constants of the client that name the service it was written for. */
type Constants = { API_ENDPOINT: string; CA_BUNDLE: string | string[] };

/** Points a published client at `service` with its key for each test of the surrounding `describe`, and back at the end. */
export const pointedAt = (tinify: Tinify, service: () => SharedService): void => {
  const constants = tinify.Client as unknown as Constants;
  const { API_ENDPOINT, CA_BUNDLE } = constants;
  before(() => {
    Object.assign(constants, {
      API_ENDPOINT: service().url,
      CA_BUNDLE: readFileSync(service().certificate, 'utf8'),
    });
  });
  beforeEach(() => {
    tinify.key = service().key;
  });
  after(() => Object.assign(constants, { API_ENDPOINT, CA_BUNDLE }));
};
