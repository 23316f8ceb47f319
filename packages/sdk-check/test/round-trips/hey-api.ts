import { createClient } from './sdk/client/index.js'
import {
  bulkAssets,
  createAsset,
  createAssetModel,
  createIssue,
  createToken,
  deleteAssetModel,
  getAsset,
  listAssets,
  listTransitionsOfIssue,
  signIn,
  transitionIssue,
  updateAssetModel,
  upsertAssetModel,
} from './sdk/index.js'

const [, , baseUrl = '', email = '', password = ''] = process.argv
const client = createClient({ baseUrl })
const tokens = await createToken({ client, body: { email, password }, throwOnError: true })
client.setConfig({ auth: tokens.data.access_token })

const name = `Model of hey-api ${Date.now()}`
const model = await createAssetModel({
  client,
  body: { name, tracking_type: 'countable', manufacturer: 'Lenovo' },
  throwOnError: true,
})
const model_id = model.data.id
const path = { asset_model_id: model_id }
const patched = await updateAssetModel({ client, path, body: { manufacturer: null }, throwOnError: true })
const ids: string[] = []
for (const at of [1, 2, 3, 4]) {
  const asset = await createAsset({ client, body: { model_id, name: `Asset ${at}` }, throwOnError: true })
  ids.push(asset.data.id)
}

const names: string[] = []
let cursor: string | undefined
do {
  const query = {
    id: ids.slice(0, 3),
    limit: 2,
    sort: ['name' as const],
    ...(cursor ? { cursor } : {}),
  }
  const page = await listAssets({ client, query, throwOnError: true })
  names.push(...page.data.map((asset) => asset.name))
  const next = page.response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  cursor = next && (new URL(next, baseUrl).searchParams.get('cursor') ?? undefined)
} while (cursor)

const asset_id = ids[3] ?? ''
const shown = await getAsset({
  client,
  path: { asset_id },
  query: { include: ['model'] },
  throwOnError: true,
})
const { error } = await deleteAssetModel({ client, path })
const issue = await createIssue({ client, body: { title: name, issue_type: 'incident' }, throwOnError: true })
const issuePath = { issue_id: issue.data.id }
const moves = await listTransitionsOfIssue({ client, path: issuePath, throwOnError: true })
const [move] = moves.data
const moved = await transitionIssue({
  client,
  path: issuePath,
  body: { transition_id: move?.id ?? '' },
  throwOnError: true,
})
const upsert = () =>
  upsertAssetModel({
    client,
    path: { source: 'sdk', external_id: 'hey-api' },
    body: { name: `${name} again`, tracking_type: 'countable' },
    throwOnError: true,
  })
const [first, second] = [await upsert(), await upsert()]
const bulk = await bulkAssets({
  client,
  body: {
    mode: 'each',
    items: [
      { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
      { op: 'update', id: asset_id, body: { notes: 'Counted' } },
      { op: 'upsert', external_id: 'sdk:hey-api', body: { model_id, name: 'Asset 6' } },
    ],
  },
  throwOnError: true,
})
const { succeeded, failed, results } = bulk.data
const form = await signIn({ client, body: { username: email, password }, throwOnError: true })

console.log(
  JSON.stringify({
    manufacturer: patched.data.manufacturer,
    names,
    status: error?.status,
    code: error?.code,
    isMoved: move !== undefined && moved.data.status === move.to_status.key,
    subtype: moved.data.details.subtype,
    isIncluded: shown.data.model?.name === name,
    isSameRecord: first.data.id === second.data.id,
    bulk: { succeeded, failed, pointer: results[0]?.problem?.errors?.[0]?.pointer },
    token_type: form.data.token_type,
  }),
)
