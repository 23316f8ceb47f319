import type { ClientOptions } from './options.ts'

/** The token of a client, renewed when it is refused. */
export interface TokenSource {
  read(): Promise<string | undefined>
  /** The token after `refused`; undefined if there is none. */
  after(refused: string): Promise<string | undefined>
}

/** Each token is renewed once, whoever finds it refused and however late: a refresh token is good for one use only. */
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
