import { addPart } from '../i18n.ts'

type Refusals = typeof import('./sentences.ts') & typeof import('./member-errors.ts')

/** Milliseconds to wait for the messages of the page. After that, the message of the service is shown. */
const PATIENCE_MS = 2_000

let loaded: Refusals | undefined
let loading: Promise<unknown> | undefined

async function load() {
  const [{ sentences }, { memberErrors, withMember }] = await Promise.all([
    import('./sentences.ts'),
    import('./member-errors.ts'),
    addPart('refusals'),
  ])
  loaded = { sentences, memberErrors, withMember }
}

/** The messages for refused requests; undefined until they are loaded. */
export const refusals = () => loaded

/**
 * Loads the messages for refused requests, which most visits do not need. Never throws, and waits for at most `PATIENCE_MS`:
 * without them, the message of the service is shown.
 */
export async function loadRefusals(): Promise<void> {
  loading ??= load().catch(() => {
    loading = undefined
  })
  if (!loaded) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** Like `fetch`, but loads the messages for refused requests before it returns a problem. */
export async function fetchWithRefusals(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) await loadRefusals()
  return response
}
