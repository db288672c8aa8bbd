import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import {
  type AdmitConnection,
  createConnectionLimit,
} from '../../../src/http/server/connection-limit.ts';

const admitted = (admits: AdmitConnection, socket: Socket): boolean => admits(socket, socket);

const socketFrom = (remoteAddress: string): Socket =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

describe('the limit of connections of an address', () => {
  it('admits as many as configured, and others when some are closed', () => {
    const admits = createConnectionLimit({ max: 2, onRefused: () => undefined });
    const first = socketFrom('192.0.2.1');
    expect(admitted(admits, first)).to.equal(true);
    expect(admitted(admits, socketFrom('192.0.2.1'))).to.equal(true);
    expect(admitted(admits, socketFrom('192.0.2.1'))).to.equal(false);
    expect(admitted(admits, socketFrom('192.0.2.2')), 'another address').to.equal(true);
    first.emit('close');
    expect(admitted(admits, socketFrom('192.0.2.1'))).to.equal(true);
    expect(admitted(admits, socketFrom('192.0.2.1'))).to.equal(false);
  });

  it('reports an address once, and again after all its connections have ended', () => {
    const told: string[] = [];
    const admits = createConnectionLimit({ max: 1, onRefused: (address) => told.push(address) });
    const flood = () => {
      const socket = socketFrom('192.0.2.1');
      admitted(admits, socket);
      for (let count = 0; count < 5; count += 1) admitted(admits, socketFrom('192.0.2.1'));
      return socket;
    };
    flood().emit('close');
    expect(told).to.deep.equal(['192.0.2.1']);
    flood();
    expect(told).to.deep.equal(['192.0.2.1', '192.0.2.1']);
  });
});
