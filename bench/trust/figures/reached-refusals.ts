import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Statuses of refusals that the operation itself decides. Separate suites check those that the server decides before it
 * (408, 413, 429, 431, 503), and 409 is documented for every operation with an Idempotency-Key.
 */
const JUDGED = ['400', '401', '403', '404', '406', '412', '415', '422']

/** An operation of the document, with the refusals that it may answer. */
interface Documented {
  readonly method: string
  readonly pattern: RegExp
  readonly parameters: number
  readonly refusals: readonly string[]
  readonly reached: Set<string>
}

/** Counts the refusals in the document of the checkout, and those of them in the file `statuses`. */
export function reachedRefusals(root: string, statuses: string): { documented: number; reached: number } {
  const operations = operationsOf(root)
  const lines = existsSync(statuses) ? readFileSync(statuses, 'utf8').trim().split('\n') : []
  for (const line of lines) {
    const [method, path = '', status = ''] = line.split(' ')
    operations.find((one) => one.method === method && one.pattern.test(path))?.reached.add(status)
  }
  const count = (of: (one: Documented) => number) => operations.reduce((sum, one) => sum + of(one), 0)
  return {
    documented: count(({ refusals }) => refusals.length),
    reached: count(({ refusals, reached }) => refusals.filter((status) => reached.has(status)).length),
  }
}

/** Operations with fewer parameters come first: `/events/head` before `/events/{event_id}`. */
function operationsOf(root: string): readonly Documented[] {
  const document: { paths: Record<string, Record<string, { responses?: object }>> } = JSON.parse(
    readFileSync(join(root, 'packages/contract/openapi.json'), 'utf8'),
  )
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        responses === undefined
          ? []
          : {
              method: method.toUpperCase(),
              pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
              parameters: path.split('{').length,
              refusals: Object.keys(responses).filter((status) => JUDGED.includes(status)),
              reached: new Set<string>(),
            },
      ),
    )
    .sort((a, b) => a.parameters - b.parameters)
}
