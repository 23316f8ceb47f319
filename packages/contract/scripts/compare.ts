import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Base, CHANGELOG, committedBase, readDocument } from './compare/base.ts'
import { changesBetween } from './compare/changes.ts'
import { faultsOf } from './compare/faults.ts'

/**
 * Compares openapi.json and openapi.sdk.json with those at the branch point, or openapi.json with `--base FILE`, and
 * prints whether each change is breaking, additive or documentation. Exits with 1 if `info.version` is too low for the
 * changes, or if the changelog (`--changelog FILE`) has no entry about them.
 */
const { values } = parseArgs({ options: { base: { type: 'string' }, changelog: { type: 'string' } } })
const folder = new URL('..', import.meta.url)
const changelog = readFileSync(values.changelog ?? new URL(CHANGELOG, folder), 'utf8')
if (values.base)
  await compare('openapi.json', { from: values.base, document: readDocument(values.base), changelog })
else for (const name of ['openapi.json', 'openapi.sdk.json']) await compareWithCommitted(name)

async function compareWithCommitted(name: string) {
  const base = committedBase(folder, name)
  if (base) await compare(name, base)
  else console.log(`No earlier ${name}: nothing to compare.`)
}

async function compare(name: string, base: Base) {
  const document = readDocument(new URL(name, folder))
  const changes = await changesBetween(base.document, document)
  for (const change of changes) console.log(`${change.class.padEnd(13)} ${change.at}: ${change.what}`)
  const breaking = changes.filter((change) => change.class === 'breaking').length
  const versions = `${base.document.info.version} -> ${document.info.version}`
  console.log(
    `${name}: ${changes.length} changes since ${base.from} (${versions}), ${breaking} of them breaking.`,
  )
  const faults = faultsOf(changes, base, { document, changelog })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
