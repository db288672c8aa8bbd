/**
 * Loaded before a published program (`node --import`): its connections to the hosted service, whose name
 * is written into it, go to the service in `CLIENT_SERVICE` instead. It goes nowhere else.
 */
import tls from 'node:tls';

const { hostname, port } = new URL(process.env['CLIENT_SERVICE']!);
const hosted = ['api.tinify.com', 'api.tinypng.com'];
const { connect } = tls;

const redirected = (options: tls.ConnectionOptions, listener?: () => void): tls.TLSSocket => {
  if (!hosted.includes(options.host ?? '')) throw new Error(`a connection to ${options.host}`);
  return connect(
    { ...options, host: hostname, port: Number(port), servername: hostname },
    listener,
  );
};

Object.assign(tls, { connect: redirected });
