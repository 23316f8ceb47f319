import { problem } from '../base/problem.ts'

/** Throws 412 if `If-Match` names another version than 1. Sessions and members have no version: they only end. */
export function assertFirstVersion(ifMatch: readonly number[] | undefined): void {
  if (ifMatch && !ifMatch.includes(1)) throw problem('precondition_failed')
}
