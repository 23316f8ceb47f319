import { MOST_BULK_ITEMS } from 'virtual:whole-contract'
import type { BulkItemResult } from '@commonhold/contract'
import { problemText, Refused, refusalText } from '../problem-text.ts'
import { loadRefusals } from '../refusals/load.ts'
import { toastProblem } from '../ui/toasts.tsx'

/**
 * Sends one item of a bulk request for each record, in several requests if there are too many for one. Items succeed or fail
 * independently of each other. Returns the records that succeeded; a message shows how many failed, and one reason. Throws
 * `Refused` with that message if all failed. If a request fails after others have succeeded, the rest of the records counts as
 * failed, and nothing more is sent.
 */
export async function onEach<R, I>(
  records: readonly R[],
  itemOf: (record: R) => I,
  send: (items: I[]) => Promise<{ readonly results: readonly BulkItemResult[] }>,
  refused: (count: number) => string,
): Promise<readonly R[]> {
  const results: BulkItemResult[] = []
  let failure: unknown
  for (let at = 0; at < records.length && !failure; at += MOST_BULK_ITEMS) {
    try {
      results.push(...(await send(records.slice(at, at + MOST_BULK_ITEMS).map(itemOf))).results)
    } catch (error) {
      if (at === 0) throw error
      failure = error
    }
  }
  const succeeded = records.filter((_, at) => results[at] && !results[at].problem)
  if (succeeded.length < records.length) {
    await loadRefusals()
    const problem = results.find((result) => result.problem)?.problem
    const reason = problem ? refusalText(problem) : problemText(failure)
    const text = `${refused(records.length - succeeded.length)} ${reason}`
    if (succeeded.length === 0) throw new Refused(text)
    toastProblem(text)
  }
  return succeeded
}
