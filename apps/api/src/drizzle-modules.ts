import { type ResolveFnOutput, registerHooks } from 'node:module'

/** The resolved entry modules of Drizzle, by specifier. */
const entries = new Map<string, ResolveFnOutput>()

/**
 * Resolves the modules of Drizzle without reading its package.json for each of them. Node parses the long list of `exports` in
 * that file again for every import of Drizzle and every file of it, which takes a large part of a start
 * (https://github.com/nodejs/node/blob/v24.x/lib/internal/modules/package_json_reader.js, `getPackageScopeConfig`).
 */
registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? ''
    if (parent.includes('/node_modules/drizzle-orm/'))
      return /^\.{1,2}\/.*\.js$/.test(specifier)
        ? { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
        : next(specifier, context)
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context)
    const entry = entries.get(specifier) ?? next(specifier, context)
    entries.set(specifier, entry)
    return { ...entry, shortCircuit: true }
  },
})
