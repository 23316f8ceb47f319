import type { ProblemError } from '@commonhold/contract'
import { ApiProblem, ApiUnreachable } from '@commonhold/contract/client'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { languageFor } from './i18n.ts'
import type { FaultSentence } from './refusals/faults.ts'
import { refusals } from './refusals/load.ts'
import type { Facts, Sentence } from './refusals/sentences.ts'
import { TIMEOUT_MS } from './timeout.ts'

const LONGEST_WAIT = TIMEOUT_MS / 1000

const unreachable: Record<ApiUnreachable['reason'], MessageDescriptor> = {
  timeout: msg`The service did not answer within ${LONGEST_WAIT} seconds. Check your connection, then try again.`,
  network: msg`The service cannot be reached. Check your connection, then try again.`,
  not_the_service: msg`Something other than the service answered. Try again in a moment.`,
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

/** What a refused sign-in means. */
export const wrongCredentials = () => t`The email or the password is not right. Check both and try again.`

const notAuthenticated = () => t`You are not signed in any more. Sign in again.`
const tooOften = (failure: ApiProblem | ApiUnreachable) => {
  const advice = wait(failure)
  return t`That was too often in too short a time. ${advice}`
}
const busy = (failure: ApiProblem | ApiUnreachable) => {
  const advice = wait(failure)
  return t`The service is busy. ${advice}`
}

/** What is wrong with one member. The service writes English, and more exactly than the page can say it by the code. */
export function faultText(fault: ProblemError): string {
  const faults: Readonly<Record<string, FaultSentence>> = refusals()?.faults ?? {}
  return languageFor([i18n.locale]) === 'en' ? fault.message : (faults[fault.code]?.(fault) ?? fault.message)
}

/** With a capital at the start and a full stop at the end. */
export const sentence = (text: string) => {
  const trimmed = text.trim()
  const start = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}

/** What a form says above the messages that belong to none of its fields. */
export const notAcceptedYet = () => t`Some of this cannot be accepted yet.`

/** By the code of a problem: what must be said even where nothing more can be loaded. */
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
    [notAcceptedYet(), ...new Set(errors.map((fault) => sentence(faultText(fault))))].join(' '),
}

/** By the status alone, where a gateway or a proxy answered in the place of the service. */
const statusTexts: Record<number, (failure: ApiUnreachable) => string> = {
  401: notAuthenticated,
  403: () => t`This was refused on the way to the service. Ask whoever runs it.`,
  409: () => t`This does not fit what is there already. Reload the page, look again and change it.`,
  413: () => t`This is too much at once. Send less.`,
  429: tooOften,
  503: busy,
}

/** The status of the answer that a failure is about, whoever gave it and with whatever body. */
export const statusOf = (failure: unknown): number | undefined =>
  failure instanceof ApiProblem || failure instanceof ApiUnreachable ? failure.status : undefined

/** The same for a problem among the results of a bulk request. `loadRefusals` comes first. */
export function refusalText(problem: Facts & { readonly code: string; readonly detail: string }): string {
  const sentences: Readonly<Record<string, Sentence>> = refusals()?.sentences ?? {}
  return sentences[problem.code]?.(problem) ?? problem.detail
}

/** What the page itself does not go on with; the message says why, and what to do. */
export class Refused extends Error {}

/** One sentence or two for the user: what happened, and what to do. */
export function problemText(failure: unknown): string {
  if (failure instanceof Refused) return failure.message
  if (failure instanceof ApiUnreachable)
    return statusTexts[failure.status ?? 0]?.(failure) ?? i18n._(unreachable[failure.reason])
  if (failure instanceof ApiProblem) return texts[failure.code]?.(failure) ?? refusalText(failure.problem)
  return t`Something went wrong in this page. Reload it and try again.`
}
