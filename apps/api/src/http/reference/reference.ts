import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { problem } from '../../base/problem.ts'
import { file, page } from '../pages.ts'
import type { Environment } from '../serve.ts'
import type { Service } from '../service.ts'
import { answerWith } from '../unrouted.ts'

const script = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'
const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const own = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The files that the page loads, all from this server. */
const files: Readonly<Record<string, readonly [path: string, type: string]>> = {
  'swagger-ui.css': [join(library, 'swagger-ui.css'), css],
  'swagger-ui-bundle.js': [join(library, 'swagger-ui-bundle.js'), script],
  'style.css': [own('style.css'), css],
  'start.js': [own('start.js'), script],
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Commonhold API</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs/style.css"></head>
<body><main id="reference"></main><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body>
</html>
`

/** The reference page, with search and the form that sends requests. */
export function mountReference(app: Hono<Environment>, service: Service): void {
  app.get('/docs', (c) => page(c, body, { 'Content-Security-Policy': policy }))
  app.get('/docs/:file', (c) => {
    const name = c.req.param('file')
    const found = Object.hasOwn(files, name) ? files[name] : undefined
    return found ? file(c, ...found) : answerWith(c, problem('not_found'), service)
  })
}
