import type { ClientOptions } from './options.ts'

/** The token of a client, renewed when it is refused. */
export interface TokenSource {
  read(): Promise<string | undefined>
  /** Returns the token that replaces `refused`; undefined if there is none. */
  after(refused: string): Promise<string | undefined>
}

/** Renews each token once, even if many calls report it as refused, because a refresh token can be used only once. */
export function tokenSource({ token, refreshToken }: ClientOptions): TokenSource {
  let own = typeof token === 'string' ? token : undefined
  let renewal: { readonly of: string; readonly token: Promise<string | undefined> } | undefined
  const renew = async () => {
    const next = (await refreshToken?.().catch(() => undefined)) || undefined
    if (next) own = next
    else renewal = undefined
    return next
  }
  return {
    read: async () => (typeof token === 'function' ? await token() : own) || undefined,
    after: async (refused) => {
      if (!refreshToken) return undefined
      if (renewal?.of !== refused) renewal = { of: refused, token: renew() }
      return renewal.token
    },
  }
}
