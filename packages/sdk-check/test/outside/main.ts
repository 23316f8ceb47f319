import { type AssetModelCreate, contract as whole } from '@commonhold/contract'
import { ApiProblem, createClient } from '@commonhold/contract/client'
import { contract } from '@commonhold/contract/light'

declare const process: { argv: string[]; version: string }

const [, , baseUrl = '', email = '', password = ''] = process.argv
const { access_token } = await createClient(contract, { baseUrl }).auth.createToken({ email, password })
const client = createClient(contract, { baseUrl, token: access_token })

const name = `Model of ${process.version} ${Date.now()}`
const body: AssetModelCreate = { name, tracking_type: 'countable', manufacturer: 'Lenovo' }
const model = await client.assetModels.create(body)
const { manufacturer } = await createClient(whole, { baseUrl, token: access_token }).assetModels.update(
  { asset_model_id: model.id },
  { manufacturer: null },
)
const ids: string[] = []
for (const at of [1, 2, 3, 4])
  ids.push((await client.assets.create({ model_id: model.id, name: `Asset ${at}` })).id)
const names: string[] = []
for await (const asset of client.assets.list.all({ id: ids.slice(0, 3), limit: 2, sort: ['name'] }))
  names.push(asset.name)

const problem = await client.assetModels
  .delete({ asset_model_id: model.id })
  .catch((error: unknown) => (error instanceof ApiProblem ? error.problem : undefined))
const asset_id = ids[3] ?? ''
const shown = await client.assets.get({ asset_id }, { include: ['model'] })
const external = { source: 'sdk', external_id: process.version }
const again: AssetModelCreate = { name: `${name} again`, tracking_type: 'countable' }
const first = await client.assetModels.upsert(external, again)
const second = await client.assetModels.upsert(external, again)
const bulk = await client.assets.bulk({
  mode: 'each',
  items: [
    { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
    { op: 'update', id: asset_id, body: { notes: 'Counted' } },
    { op: 'upsert', external_id: `sdk:${process.version}`, body: { model_id: model.id, name: 'Asset 6' } },
  ],
})
const result = await client.assets.list.safe({ limit: 1 })
const issue = await client.issues.create({ title: name, issue_type: 'incident' })
const [move] = await client.issues.transitions.list({ issue_id: issue.id })
const moved = await client.issues.transition({ issue_id: issue.id }, { transition_id: move?.id ?? '' })
const form = await createClient({ me: contract.me }, { baseUrl }).me.signIn({ username: email, password })

// @ts-expect-error a path parameter cannot be left out
const mistaken = () => client.assetModels.get()

console.log(
  JSON.stringify({
    manufacturer,
    names,
    code: problem?.code,
    dependents: problem?.dependents,
    isOk: result.ok,
    isMoved: move !== undefined && moved.status === move.to_status.key,
    subtype: moved.details.subtype,
    isIncluded: shown.model?.name === name,
    isSameRecord: first.id === second.id,
    bulk: {
      succeeded: bulk.succeeded,
      failed: bulk.failed,
      pointer: bulk.results[0]?.problem?.errors?.[0]?.pointer,
    },
    token_type: form.token_type,
    mistaken: typeof mistaken,
  }),
)
