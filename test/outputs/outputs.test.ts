import { createOutputs } from '../../src/outputs/outputs.ts';
import { outputsSuite } from '../suites/outputs-suite.ts';

outputsSuite('outputs on disk', createOutputs);
