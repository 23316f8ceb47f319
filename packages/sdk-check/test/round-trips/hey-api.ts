import { createClient } from './sdk/client/index.js'
import {
  createAsset,
  createAssetModel,
  createIssue,
  createToken,
  deleteAssetModel,
  listAssets,
  listTransitionsOfIssue,
  signIn,
  transitionIssue,
  updateAssetModel,
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
const form = await signIn({ client, body: { username: email, password }, throwOnError: true })

console.log(
  JSON.stringify({
    manufacturer: patched.data.manufacturer,
    names,
    status: error?.status,
    code: error?.code,
    isMoved: move !== undefined && moved.data.status === move.to_status.key,
    subtype: moved.data.details.subtype,
    token_type: form.data.token_type,
  }),
)
