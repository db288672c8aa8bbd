/** What to do instead, for each rule of the architecture. */
export const advice = {
  unknownPart:
    'put it into a part that there is, or add a part to docs/architecture.md and test/architecture.test.ts',
  byValue:
    'import its types alone (import type), and take the value as an argument: src/compose.ts hands it in',
  otherPart:
    'take what is needed as an argument, which a higher part hands in, or move it to a part below both',
  higherRoom: 'take what is needed as an argument, or move it to a room below both',
  unknownRoom: 'move it into a room, or add its room to `layers` in test/architecture.test.ts',
  nodeModule: 'take bytes and values as arguments: src/engine and src/service read files',
  childProcess: 'start programs by src/tools/tool-runner.ts, which limits and ends them',
  package: (files: readonly string[]): string =>
    files.length === 0
      ? 'do without it, or name it with the one file where it enters in `packages` of test/architecture.test.ts'
      : `call ${files.join(' or ')}, and add there what it lacks`,
  environment:
    'add a setting to schemas/config.json, and take its value as an argument: src/compose.ts hands it in',
  status: 'throw a ServiceError with a code of src/errors.ts: src/http/status.ts gives it a status',
  clock: 'take what time has decided as an argument: src/engine/open-engine.ts has the clock',
  lines: (most: number): string => `divide it by subject into files of at most ${most} lines`,
  cycle: 'move what both need into a file of its own, which imports neither',
  pixelWork: 'call it through src/engine/scorer/client.ts, whose process works on pixels',
  nodeHttp:
    'take it by process.getBuiltinModule, as src/config/source-headers.ts does, or import types alone',
  unusedPackage: 'take it out of package.json and of `packages`',
} as const;
