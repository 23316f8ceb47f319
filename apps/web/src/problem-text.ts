import type { ProblemError } from '@commonhold/contract'
import { ApiProblem, ApiUnreachable } from '@commonhold/contract/client'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { languageFor } from './i18n.ts'
import { refusals } from './refusals/load.ts'
import type { ErrorSentence } from './refusals/member-errors.ts'
import type { Facts, Sentence } from './refusals/sentences.ts'
import { TIMEOUT_MS } from './timeout.ts'

const LONGEST_WAIT = TIMEOUT_MS / 1000

const unreachable: Record<ApiUnreachable['reason'], MessageDescriptor> = {
  timeout: msg`The service did not answer within ${LONGEST_WAIT} seconds. Check your connection, then try again.`,
  network: msg`The service cannot be reached. Check your connection, then try again.`,
  not_the_service: msg`The answer did not come from the service. Try again in a moment.`,
  aborted: msg`The request was cancelled.`,
  not_sent: msg`This page could not make the request. Reload it and try again.`,
}

const wait = ({ retryAfterSeconds: seconds }: ApiProblem | ApiUnreachable) => {
  if (seconds === undefined) return t`Try again in a moment.`
  const wholeSeconds = Math.max(1, Math.ceil(seconds))
  const minutes = Math.ceil(seconds / 60)
  return seconds < 90
    ? plural(wholeSeconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' })
    : t`Try again in ${minutes} minutes.`
}

/** The message for a rejected sign-in. */
export const wrongCredentials = () => t`The email or the password is wrong. Check both and try again.`

const notAuthenticated = () => t`You are not signed in any more. Sign in again.`
const tooOften = (failure: ApiProblem | ApiUnreachable) => {
  const advice = wait(failure)
  return t`Too many requests. ${advice}`
}
const busy = (failure: ApiProblem | ApiUnreachable) => {
  const advice = wait(failure)
  return t`The service is busy. ${advice}`
}

/**
 * The error message for one member. In English it is the message of the service, which is more exact than the page's text for the
 * code.
 */
export function errorText(error: ProblemError): string {
  const sentences: Readonly<Record<string, ErrorSentence>> = refusals()?.memberErrors ?? {}
  return languageFor([i18n.locale]) === 'en'
    ? error.message
    : (sentences[error.code]?.(error) ?? error.message)
}

/** Adds a capital letter at the start and a full stop at the end. */
export const sentence = (text: string) => {
  const trimmed = text.trim()
  const start = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}

/** The heading of the errors that belong to no field of a form. */
export const notAcceptedYet = () => t`Some of your input is not valid.`

/** Messages by problem code that are needed even if the other texts cannot be loaded. */
const texts: Record<string, (problem: ApiProblem) => string> = {
  invalid_credentials: wrongCredentials,
  not_authenticated: notAuthenticated,
  rate_limited: tooOften,
  unavailable: busy,
  internal_error: ({ problem: { request_id } }) =>
    request_id
      ? t`Something went wrong on our side. If it happens again, report ${request_id}.`
      : t`Something went wrong on our side. Try again in a moment.`,
  validation_failed: ({ problem: { errors = [] } }) =>
    [notAcceptedYet(), ...new Set(errors.map((error) => sentence(errorText(error))))].join(' '),
}

/** Messages by HTTP status, for an answer that came from a gateway or a proxy instead of the service. */
const statusTexts: Record<number, (failure: ApiUnreachable) => string> = {
  401: notAuthenticated,
  403: () => t`The request was refused before it reached the service. Ask the operator of this service.`,
  409: () => t`This conflicts with existing data. Reload the page, and check your input.`,
  413: () => t`This is too much at once. Send less.`,
  429: tooOften,
  503: busy,
}

/** HTTP status of the failed request, whatever its body; undefined if there was no answer. */
export const statusOf = (failure: unknown): number | undefined =>
  failure instanceof ApiProblem || failure instanceof ApiUnreachable ? failure.status : undefined

/** The message for a problem, also for one in the results of a bulk request. Call `loadRefusals` first. */
export function refusalText(problem: Facts & { readonly code: string; readonly detail: string }): string {
  const sentences: Readonly<Record<string, Sentence>> = refusals()?.sentences ?? {}
  return sentences[problem.code]?.(problem) ?? problem.detail
}

/** Thrown if the page itself refuses an action; the message says why, and what to do. */
export class Refused extends Error {}

/** One sentence or two for the user: what happened, and what to do. */
export function problemText(failure: unknown): string {
  if (failure instanceof Refused) return failure.message
  if (failure instanceof ApiUnreachable)
    return statusTexts[failure.status ?? 0]?.(failure) ?? i18n._(unreachable[failure.reason])
  if (failure instanceof ApiProblem) return texts[failure.code]?.(failure) ?? refusalText(failure.problem)
  return t`Something went wrong in this page. Reload it and try again.`
}
