import { memberCodes, problems } from '@commonhold/contract'
import type { Hono } from 'hono'
import { problem } from '../base/problem.ts'
import { document, documents } from './documents.ts'
import { answer, page } from './pages.ts'
import { mountReference } from './reference/reference.ts'
import type { Environment } from './serve.ts'
import type { Service } from './service.ts'
import { answerMethods, answerWith } from './unrouted.ts'

/** The state of the process. */
export interface ProcessState {
  /** True while requests can be served: migrated, database answering, not shutting down. */
  isReady(): Promise<boolean>
}

const pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The paths that this file serves. */
export const processPaths = [
  '/livez',
  '/readyz',
  '/problems/:code',
  ...documents.map((name) => `/${name}`),
  '/docs',
  '/docs/:file',
]

/** Health checks, the documents, their reference page, and a page for each problem code. */
export function mountProcessRoutes(
  app: Hono<Environment>,
  service: Service,
  state: ProcessState,
  docs: boolean,
): void {
  app.get('/livez', (c) => answer(c, 200, 'live\n'))
  app.get('/readyz', async (c) =>
    (await state.isReady())
      ? answer(c, 200, 'ready\n')
      : answer(c, 503, 'not ready\n', { 'Retry-After': '1' }),
  )
  app.get('/problems/style.css', (c) =>
    answer(c, 200, problemStyle, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code')
    return Object.hasOwn(problems, code)
      ? page(c, problemPage(code as keyof typeof problems), { 'Content-Security-Policy': pagePolicy })
      : answerWith(c, problem('not_found'), service)
  })
  for (const name of documents) app.get(`/${name}`, (c) => document(c, name))
  if (docs) mountReference(app, service)
  for (const path of processPaths.filter((path) => docs || !path.startsWith('/docs')))
    app.all(path, answerMethods('GET, HEAD, OPTIONS', service))
}

function problemPage(code: keyof typeof problems): string {
  const { status, title, help } = problems[code]
  const members = Object.entries(memberCodes).map(
    ([name, meaning]) => `<dt><code>${name}</code></dt><dd>${coded(meaning)}</dd>`,
  )
  const list =
    code === 'validation_failed' ? `<h2>Codes in <code>errors</code></h2><dl>${members.join('')}</dl>` : ''
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/problems/style.css"></head>
<body><main><h1>${title}</h1><p><code>${code}</code>, HTTP status ${status}</p><p>${coded(help)}</p>${list}</main></body>
</html>
`
}

/** Text in backticks becomes a code element: the problem registry writes names like that. */
const coded = (text: string) => text.replace(/`([^`]+)`/g, '<code>$1</code>')

const problemStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
code { font-family: ui-monospace, monospace }
dd { margin: 0 0 .75rem 1.5rem }
`
