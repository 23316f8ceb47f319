import './drizzle-modules.ts'

// What is imported above is evaluated when all of its own imports are found: the rest is imported afterwards.
await import('./process.ts')
