import { ApiProblem, ApiUnreachable } from '@commonhold/contract/client'
import { TIMEOUT_MS } from './timeout.ts'

const unreachable: Record<ApiUnreachable['reason'], string> = {
  timeout: `The service did not answer within ${TIMEOUT_MS / 1000} seconds. Check your connection, then try again.`,
  network: 'The service cannot be reached. Check your connection, then try again.',
  not_the_service: 'Something other than the service answered. Try again in a moment.',
  aborted: 'The request was cancelled.',
  not_sent: 'This page could not make the request. Reload it and try again.',
}

const wait = (problem: ApiProblem) => {
  const seconds = problem.retryAfterSeconds
  if (seconds === undefined) return 'Try again in a moment.'
  if (seconds < 90) return `Try again in ${Math.max(1, Math.ceil(seconds))} seconds.`
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`
}

const texts: Record<string, (problem: ApiProblem) => string> = {
  invalid_credentials: () => 'The email or the password is not right. Check both and try again.',
  not_authenticated: () => 'You are not signed in any more. Sign in again.',
  rate_limited: (problem) => `That was too often in too short a time. ${wait(problem)}`,
  unavailable: (problem) => `The service is busy. ${wait(problem)}`,
  internal_error: ({ problem }) =>
    `Something went wrong on our side.${problem.request_id ? ` If it happens again, report ${problem.request_id}.` : ' Try again in a moment.'}`,
  permission_denied: ({ problem }) =>
    `You lack a permission for this${typeof problem.required_permission === 'string' ? ` (${problem.required_permission})` : ''}. Ask an owner of your organisation.`,
  already_exists: ({ problem }) =>
    `Something else has this ${typeof problem.field === 'string' ? problem.field.replaceAll('_', ' ') : 'value'} already. Choose another one.`,
  validation_failed: () => 'Some of this cannot be accepted yet.',
}

/** One sentence or two for the user: what happened, and what to do. */
export function problemText(failure: unknown): string {
  if (failure instanceof ApiUnreachable) return unreachable[failure.reason]
  if (failure instanceof ApiProblem) return texts[failure.code]?.(failure) ?? failure.problem.detail
  return 'Something went wrong in this page. Reload it and try again.'
}
