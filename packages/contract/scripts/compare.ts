import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Base, CHANGELOG, committedBase, readDocument } from './compare/base.ts'
import { changesBetween } from './compare/changes.ts'
import { faultsOf } from './compare/faults.ts'

/**
 * Compares openapi.json with the one that this branch started from, or with `--base FILE`, and says of each change
 * whether it is breaking, additive or documentation. Exits 1 when `info.version` has not moved accordingly, or when
 * the change log (`--changelog FILE`) does not tell of it.
 */
const { values } = parseArgs({ options: { base: { type: 'string' }, changelog: { type: 'string' } } })
const folder = new URL('..', import.meta.url)
const changelog = readFileSync(values.changelog ?? new URL(CHANGELOG, folder), 'utf8')
const base = values.base
  ? { from: values.base, document: readDocument(values.base), changelog }
  : committedBase(folder)
if (base) await compare(base)
else console.log('No earlier openapi.json: nothing to compare.')

async function compare(base: Base) {
  const document = readDocument(new URL('openapi.json', folder))
  const changes = await changesBetween(base.document, document)
  for (const change of changes) console.log(`${change.class.padEnd(13)} ${change.at}: ${change.what}`)
  const breaking = changes.filter((change) => change.class === 'breaking').length
  const versions = `${base.document.info.version} -> ${document.info.version}`
  console.log(`${changes.length} changes since ${base.from} (${versions}), ${breaking} of them breaking.`)
  const faults = faultsOf(changes, base, { document, changelog })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
