import { shared } from './storage.ts'

const KEY = 'commonhold.email'

/** The email address that the user wanted to be remembered at the last sign-in, or ''. */
export const rememberedEmail = () => shared.get(KEY) ?? ''

/** Stores the address for the next sign-in, or deletes the stored one. */
export function rememberEmail(email: string, remember: boolean) {
  if (remember) shared.set(KEY, email)
  else shared.remove(KEY)
}
