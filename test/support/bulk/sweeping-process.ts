/** Halves the objects of a bucket, with a line for each that is stored. Arguments: see `killedSweep` in its test. */
import { openStore } from '../../../src/storage/sweep/open-store.ts';
import { halvingCompressor } from './halving-compressor.ts';
import { sweepBy } from './sweeping.ts';

const [address = '', endpoint = '', credentialsFile = '', folder = ''] = process.argv.slice(2);
const source = await openStore({
  ...{ address, endpoint, credentialsFile },
  ...{ region: 'us-east-1', forcePathStyle: true, keepsAcl: true },
});
const meanwhile = (): void => void process.stdout.write('compressed\n');
await sweepBy({ source, folder, compressor: halvingCompressor({ meanwhile }) });
