import type { SignUpRequest } from '@commonhold/contract'
import {
  isReservedUsername,
  normalizeEmail,
  normalizeUsername,
  RESERVED_USERNAME,
} from '../auth/passwords/identity-names.ts'
import { passwordProblem } from '../auth/passwords/password-policy.ts'
import { type FieldError, invalid } from '../base/problem.ts'

/** The account data of a sign-up request, with its email address. */
export type NewAccount = Omit<SignUpRequest, 'email'> & { readonly email: string }

/** Returns the account data of a request. If `email` is missing, `username` may contain the address. */
export function newAccountOf({ email, username, ...rest }: SignUpRequest): NewAccount {
  const isAddress = username?.includes('@') === true
  if (email === undefined && username !== undefined && isAddress) return { ...rest, email: username }
  if (email === undefined) throw invalid({ field: 'email', code: 'required', message: 'is required' })
  if (isAddress && normalizeEmail(username) === normalizeEmail(email)) return { ...rest, email }
  return { ...rest, email, username }
}

/** Returns the normalised names of a new account. Throws all errors together. */
export function checkAccount(services: { readonly passwordMinLength: number }, request: NewAccount) {
  const errors: FieldError[] = []
  const email = normalizeEmail(request.email)
  if (email === null)
    errors.push({ field: 'email', code: 'invalid_format', message: 'must be an email address' })
  const username = request.username === undefined ? null : normalizeUsername(request.username)
  if (request.username !== undefined && username === null)
    errors.push({ field: 'username', code: 'invalid_format', message: 'must be a username' })
  if (username !== null && isReservedUsername(username))
    errors.push({ field: 'username', ...RESERVED_USERNAME })
  const weakness = passwordProblem(request.password, {
    minLength: services.passwordMinLength,
    email: request.email,
    ...(username ? { username } : {}),
  })
  if (weakness) errors.push({ field: 'password', ...weakness })
  if (errors.length > 0 || email === null) throw invalid(...errors)
  return { email, username, displayName: request.display_name ?? null }
}
