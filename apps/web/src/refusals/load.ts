import { addPart } from '../i18n.ts'

type Refusals = typeof import('./sentences.ts') & typeof import('./faults.ts')

/** Milliseconds that an answer waits for what the page says about it; it is shown in the words of the service then. */
const PATIENCE_MS = 2_000

let loaded: Refusals | undefined
let loading: Promise<unknown> | undefined

async function load() {
  const [{ sentences }, { faults, withMember }] = await Promise.all([
    import('./sentences.ts'),
    import('./faults.ts'),
    addPart('refusals'),
  ])
  loaded = { sentences, faults, withMember }
}

/** What the page says about refusals, once it is loaded. */
export const refusals = () => loaded

/**
 * Loads what the page says about refusals, which most visits do without. Never fails, and does not hold an answer up for
 * long: without it the words of the service are shown.
 */
export async function loadRefusals(): Promise<void> {
  loading ??= load().catch(() => {
    loading = undefined
  })
  if (!loaded) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** Answers as `fetch` does; when the service refuses, the page is then able to say why. */
export async function fetchWithRefusals(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) await loadRefusals()
  return response
}
