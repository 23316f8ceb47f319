import { ApiProblem, ApiUnreachable } from '@commonhold/contract/client'
import { TIMEOUT_MS } from './timeout.ts'

const unreachable: Record<ApiUnreachable['reason'], string> = {
  timeout: `The service did not answer within ${TIMEOUT_MS / 1000} seconds. Check your connection, then try again.`,
  network: 'The service cannot be reached. Check your connection, then try again.',
  not_the_service: 'Something other than the service answered. Try again in a moment.',
  aborted: 'The request was cancelled.',
  not_sent: 'This page could not make the request. Reload it and try again.',
}

const wait = ({ retryAfterSeconds: seconds }: ApiProblem | ApiUnreachable) => {
  if (seconds === undefined) return 'Try again in a moment.'
  if (seconds < 90) return `Try again in ${Math.max(1, Math.ceil(seconds))} seconds.`
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`
}

/** What a refused sign-in means. */
export const WRONG_CREDENTIALS = 'The email or the password is not right. Check both and try again.'

const notAuthenticated = () => 'You are not signed in any more. Sign in again.'
const tooOften = (failure: ApiProblem | ApiUnreachable) =>
  `That was too often in too short a time. ${wait(failure)}`
const busy = (failure: ApiProblem | ApiUnreachable) => `The service is busy. ${wait(failure)}`

/** By the code of a problem. */
const texts: Record<string, (problem: ApiProblem) => string> = {
  invalid_credentials: () => WRONG_CREDENTIALS,
  not_authenticated: notAuthenticated,
  rate_limited: tooOften,
  unavailable: busy,
  internal_error: ({ problem }) =>
    `Something went wrong on our side.${problem.request_id ? ` If it happens again, report ${problem.request_id}.` : ' Try again in a moment.'}`,
  permission_denied: ({ problem }) =>
    `You lack a permission for this${typeof problem.required_permission === 'string' ? ` (${problem.required_permission})` : ''}. Ask an owner of your organisation.`,
  already_exists: ({ problem }) =>
    `Something else has this ${typeof problem.field === 'string' ? problem.field.replaceAll('_', ' ') : 'value'} already. Choose another one.`,
  validation_failed: () => 'Some of this cannot be accepted yet.',
}

/** By the status alone, where a gateway or a proxy answered in the place of the service. */
const statusTexts: Record<number, (failure: ApiUnreachable) => string> = {
  401: notAuthenticated,
  403: () => 'This was refused on the way to the service. Ask whoever runs it.',
  409: () => 'This does not fit what is there already. Reload the page, look again and change it.',
  413: () => 'This is too much at once. Send less.',
  429: tooOften,
  503: busy,
}

/** The status of the answer that a failure is about, whoever gave it and with whatever body. */
export const statusOf = (failure: unknown): number | undefined =>
  failure instanceof ApiProblem || failure instanceof ApiUnreachable ? failure.status : undefined

/** One sentence or two for the user: what happened, and what to do. */
export function problemText(failure: unknown): string {
  if (failure instanceof ApiUnreachable)
    return statusTexts[failure.status ?? 0]?.(failure) ?? unreachable[failure.reason]
  if (failure instanceof ApiProblem) return texts[failure.code]?.(failure) ?? failure.problem.detail
  return 'Something went wrong in this page. Reload it and try again.'
}
