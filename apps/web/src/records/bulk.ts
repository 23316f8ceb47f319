import { MOST_BULK_ITEMS } from 'virtual:whole-contract'
import type { BulkItemResult } from '@commonhold/contract'
import { Refused, refusalText } from '../problem-text.ts'
import { loadRefusals } from '../refusals/load.ts'
import { toastProblem } from '../ui/toasts.tsx'

/**
 * Sends one item of a bulk request for each record, in several requests if there are too many for one. Items succeed or fail
 * independently of each other. Returns the records that succeeded; a message shows how many failed, and one reason. Throws
 * `Refused` with that message if all failed.
 */
export async function onEach<R, I>(
  records: readonly R[],
  itemOf: (record: R) => I,
  send: (items: I[]) => Promise<{ readonly results: readonly BulkItemResult[] }>,
  refused: (count: number) => string,
): Promise<readonly R[]> {
  const results: BulkItemResult[] = []
  for (let at = 0; at < records.length; at += MOST_BULK_ITEMS)
    results.push(...(await send(records.slice(at, at + MOST_BULK_ITEMS).map(itemOf))).results)
  const problems = results.flatMap(({ problem }) => problem ?? [])
  const [problem] = problems
  if (problem) {
    await loadRefusals()
    const text = `${refused(problems.length)} ${refusalText(problem)}`
    if (problems.length === records.length) throw new Refused(text)
    toastProblem(text)
  }
  return records.filter((_, at) => !results[at]?.problem)
}
