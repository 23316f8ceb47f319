import './drizzle-modules.ts'

// Static imports are resolved before any module runs, so the modules that the hook must resolve are imported dynamically.
await import('./process.ts')
