import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { contract, mapEndpoints } from '@commonhold/contract'
import { site } from '@commonhold/page-server'
import type { Page } from './http/listen.ts'
import { processPaths } from './http/process-routes.ts'
import { BadSettings } from './settings.ts'

const folder = fileURLToPath(new URL('../../web/dist', import.meta.url))

const firstSegment = (path: string) => path.split('/', 2)[1] ?? ''

/** The first path segments of the API; the page uses none of them. */
const reserved = new Set(processPaths.map(firstSegment))
mapEndpoints(contract, ({ path }) => reserved.add(firstSegment(path)))

/**
 * The built page, for `SERVE_PAGE=on`. It answers navigations of a browser and requests for files of the page. The API answers
 * all other requests, so that a program gets a problem for an unknown path. Throws `BadSettings` when the page is not built.
 */
export function openPage(apiUrl: string | undefined): Page {
  try {
    return { matches, serve: site(folder, apiUrl) }
  } catch {
    throw new BadSettings([
      'SERVE_PAGE: the page is not built; run `npx pnpm --filter @commonhold/web build` first',
    ])
  }
}

function matches({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = '/'] = url.split('?', 1)
  if (reserved.has(firstSegment(path))) return false
  // The API serves nothing at `/`, so monitors and `curl`, which accept any type, get the page there, too.
  return path === '/' || path.includes('.') || (headers.accept ?? '').includes('text/html')
}
