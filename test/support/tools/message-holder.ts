/**
 * Holds a process that answers messages, at the level (first argument) and with programs of a path (second), prints its
 * number when it has answered, and waits to be killed.
 */
import { startMessageProcess } from '../../../src/tools/process/message-process.ts';
import { echoArgv, roomyLimits } from './processes.ts';

const [level = '', path = ''] = process.argv.slice(2);
startMessageProcess(
  {
    ...{ argv: echoArgv, environment: {}, limits: roomyLimits, path },
    level: level === 'none' ? 'none' : 'limits',
  },
  (message) => console.log((message as { pid: number }).pid),
);
