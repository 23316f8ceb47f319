import { shared } from './storage.ts'

const KEY = 'commonhold.email'

/** The email address of the latest sign-in that was to be remembered, or ''. */
export const rememberedEmail = () => shared.get(KEY) ?? ''

/** Keeps the address for the next sign-in, or forgets what was kept. */
export function rememberEmail(email: string, remember: boolean) {
  if (remember) shared.set(KEY, email)
  else shared.remove(KEY)
}
