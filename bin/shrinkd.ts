#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts: a third of the start's time, and the memory that stripping
// types takes. The command itself is imported afterwards, so that this applies to it.
enableCompileCache();
const { main } = await import('../src/cli/main.ts');
process.exitCode = await main(process.argv.slice(2));
