import './drizzle-modules.ts'

// Static imports are resolved before the first of them runs: what the hook is to resolve is imported dynamically.
await import('./process.ts')
