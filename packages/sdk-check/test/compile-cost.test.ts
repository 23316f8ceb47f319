import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { run, strict } from './tools.ts'

const { folder: outside } = inject('outside')

/** A program that uses many types: calls with parameters, bodies and queries, pages, results, and parts of records. */
const program = `import { createClient } from '@commonhold/contract/client'
import { contract } from '@commonhold/contract/light'
const client = createClient(contract, { baseUrl: '/' })
const model = await client.assetModels.create({ name: 'ThinkPad', tracking_type: 'serialized' })
for await (const asset of client.assets.list.all({ model_id: [model.id] })) console.log(asset.asset_tag)
const issue = await client.issues.create({ title: 'Printer jams' })
const moves = await client.issues.transitions.list({ issue_id: issue.id })
await client.issues.transition({ issue_id: issue.id }, { transition_id: moves[0]?.id ?? '' })
const history = await client.issues.history.list.safe({ issue_id: issue.id }, { limit: 5 })
if (history.ok) console.log(history.data.map(({ action }) => action))
export const contacts = await client.persons.identities.contacts.list({ person_id: '', identity_id: '' })
// @ts-expect-error a filter that the list does not have
export const mistaken = () => client.assets.list({ colour: ['red'] })
`

test('a program pays for what it calls: types of the client cost the compiler little', async () => {
  await writeFile(join(outside, 'cost.ts'), program)
  const project = {
    compilerOptions: { ...strict, skipLibCheck: true, module: 'nodenext' },
    files: ['cost.ts'],
  }
  await writeFile(join(outside, 'cost.json'), JSON.stringify(project))
  const report = await run('tsc', ['--noEmit', '--extendedDiagnostics', '-p', 'cost.json'], { cwd: outside })
  const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(report)?.[1])
  expect(instantiations).toBeGreaterThan(1_000)
  expect(instantiations).toBeLessThan(20_000)
})
