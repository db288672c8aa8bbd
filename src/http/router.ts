import type { default as RouterType } from '@koa/router';
import { createRequire } from 'node:module';

/**
 * Koa's router in its build for `require`. The other one imports `http`, and with the import Node loads its
 * WebSocket, which takes a start 50 ms of CPU.
 */
export const Router = createRequire(import.meta.url)('@koa/router') as typeof RouterType;

export type Router<State> = RouterType<State>;
