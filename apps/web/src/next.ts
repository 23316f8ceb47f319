/** Where sign-in leads when nothing else was asked for. */
export const HOME = '/dashboard'

const MAX_LENGTH = 2048
const SIGNED_OUT_PAGES = new Set(['/signin', '/signup', '/signout'])

const startsInside = (path: string) => /^\/(?![/\\])/.test(path)

function isPlain(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code <= 0x20 || code === 0x7f || character === '\\') return false
  }
  return true
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * The path of this origin that `value` names, or `/dashboard`. Serves both directions: reading `next` after
 * sign-in and writing it from the current path. The path is judged as given, as the URL parser writes it
 * back (`/.//host` becomes `//host`) and with its escapes decoded, because a router may do that too.
 */
export function internalPath(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return HOME
  if (!startsInside(value) || !isPlain(value) || !URL.canParse(value, origin)) return HOME

  const url = new URL(value, origin)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return HOME

  const path = decoded(url.pathname)
  if (path === undefined || !startsInside(url.pathname) || !startsInside(path) || !isPlain(path)) return HOME
  if (SIGNED_OUT_PAGES.has(path.toLowerCase().replace(/\/+$/, ''))) return HOME
  return url.pathname + url.search + url.hash
}
