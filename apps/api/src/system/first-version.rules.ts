import { problem } from '../base/problem.ts'

/** Sessions and members have no version, because the only change is that they end. */
export function assertFirstVersion(ifMatch: readonly number[] | undefined): void {
  if (ifMatch && !ifMatch.includes(1)) throw problem('precondition_failed')
}
