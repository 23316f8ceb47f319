import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { memberCodes, problems } from '@commonhold/contract'
import type { Context, Hono } from 'hono'
import { problem } from './problem.ts'
import { securityHeaders } from './respond.ts'
import { answerWith, type Environment } from './serve.ts'
import type { Service } from './service.ts'

/** What the process says of itself. */
export interface ProcessState {
  /** True while requests can be served: migrated, database answering, not shutting down. */
  isReady(): Promise<boolean>
}

const documentFile = createRequire(import.meta.url).resolve('@commonhold/contract/openapi.json')
const referenceFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const referenceFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const
const pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Health, the document, its reference page, and a page for each problem code. */
export function mountProcessRoutes(
  app: Hono<Environment>,
  service: Service,
  state: ProcessState,
  docs: boolean,
): void {
  app.get('/livez', (c) => answer(c, 200, 'live'))
  app.get('/readyz', async (c) =>
    (await state.isReady()) ? answer(c, 200, 'ready') : answer(c, 503, 'not ready', { 'Retry-After': '1' }),
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
  app.get('/openapi.json', (c) => file(c, documentFile, 'application/json; charset=utf-8'))
  if (docs) mountReference(app, service)
  for (const path of [
    '/livez',
    '/readyz',
    '/problems/:code',
    '/openapi.json',
    ...(docs ? ['/docs', '/docs/:file'] : []),
  ])
    app.all(path, (c) =>
      answerWith(c, problem('method_not_allowed'), service, { Allow: 'GET, HEAD, OPTIONS' }),
    )
}

function mountReference(app: Hono<Environment>, service: Service): void {
  app.get('/docs', (c) => page(c, referencePage, { 'Content-Security-Policy': referencePolicy }))
  app.get('/docs/start.js', (c) =>
    answer(c, 200, referenceScript, { 'Content-Type': referenceFiles['swagger-ui-bundle.js'] }),
  )
  app.get('/docs/:file', (c) => {
    const name = c.req.param('file')
    return Object.hasOwn(referenceFiles, name)
      ? file(c, join(referenceFolder, name), referenceFiles[name as keyof typeof referenceFiles])
      : answerWith(c, problem('not_found'), service)
  })
}

type RouteContext = Context<Environment>

function answer(
  c: RouteContext,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...securityHeaders,
      ...c.get('cors'),
      'X-Request-Id': c.get('requestId'),
      'Content-Type': 'text/plain; charset=utf-8',
      ...headers,
    },
  })
}

function page(c: RouteContext, body: string, headers: Record<string, string> = {}): Response {
  return answer(c, 200, body, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
}

/** Read once: every answer shares the text. */
const texts = new Map<string, Promise<string>>()

async function file(c: RouteContext, path: string, type: string): Promise<Response> {
  const text = texts.get(path) ?? readFile(path, 'utf8')
  texts.set(path, text)
  return answer(c, 200, await text, { 'Content-Type': type })
}

const referencePage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Commonhold API</title><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="reference"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body>
</html>
`
const referenceScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, filter: true, validatorUrl: null, tryItOutEnabled: true })
`

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

/** The register writes names between backticks. */
const coded = (text: string) => text.replace(/`([^`]+)`/g, '<code>$1</code>')

const problemStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
code { font-family: ui-monospace, monospace }
dd { margin: 0 0 .75rem 1.5rem }
`
