// First, since it is for all imports that follow.
await import('../src/relative-imports.ts');
const { main } = await import('../src/cli/main.ts');

process.exitCode = await main(process.argv.slice(2));
