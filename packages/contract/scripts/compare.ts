import { parseArgs } from 'node:util'
import { type Base, baseDocument, readDocument } from './compare/base.ts'
import { changesBetween } from './compare/changes.ts'
import { allowsBreaking } from './compare/version.ts'

/**
 * Compares openapi.json with the one that this branch started from, or with `--base FILE`. Exits 1 when a
 * change breaks clients and `info.version` has not moved accordingly.
 */
const { values } = parseArgs({ options: { base: { type: 'string' } } })
const folder = new URL('..', import.meta.url)
const base = values.base ? { from: values.base, document: readDocument(values.base) } : baseDocument(folder)
if (base) await compare(base)
else console.log('No earlier openapi.json: nothing to compare.')

async function compare({ from, document }: Base) {
  const revision = readDocument(new URL('openapi.json', folder))
  const changes = await changesBetween(document, revision)
  for (const change of changes) console.log(`${change.class.padEnd(13)} ${change.at}: ${change.what}`)
  const breaking = changes.filter((change) => change.class === 'breaking').length
  const { version: before } = document.info
  const { version: after } = revision.info
  console.log(
    `${changes.length} changes since ${from} (${before} -> ${after}), ${breaking} of them breaking.`,
  )
  if (breaking === 0 || allowsBreaking(before, after)) return
  console.error('Breaking changes need a new major version (a new minor one while it is 0) in package.json.')
  process.exitCode = 1
}
