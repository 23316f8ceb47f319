import { Api, type Problem } from './sdk/Api.js'

const [, , baseUrl = '', email = '', password = ''] = process.argv
const api = new Api<string>({
  baseUrl,
  securityWorker: (token) => (token ? { headers: { authorization: `Bearer ${token}` } } : {}),
})
const tokens = await api.auth.createToken({ email, password })
api.setSecurityData(tokens.data.access_token)

const name = `Model of swagger-typescript-api ${Date.now()}`
const model = await api.assetModels.createAssetModel({
  name,
  tracking_type: 'countable',
  manufacturer: 'Lenovo',
})
const model_id = model.data.id
const patched = await api.assetModels.updateAssetModel(model_id, { manufacturer: null })
const ids: string[] = []
for (const at of [1, 2, 3, 4])
  ids.push((await api.assets.createAsset({ model_id, name: `Asset ${at}` })).data.id)

const names: string[] = []
let cursor: string | undefined
do {
  const query = {
    id: ids.slice(0, 3),
    limit: 2,
    sort: ['name' as const],
    ...(cursor ? { cursor } : {}),
  }
  const page = await api.assets.listAssets(query)
  names.push(...page.data.map((asset) => asset.name))
  const next = page.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  cursor = next && (new URL(next, baseUrl).searchParams.get('cursor') ?? undefined)
} while (cursor)

const asset_id = ids[3] ?? ''
const shown = await api.assets.getAsset(asset_id, { include: ['model'] })
const error: Problem | undefined = await api.assetModels.deleteAssetModel(model_id, { format: 'json' }).then(
  () => undefined,
  (refused: { error: Problem }) => refused.error,
)
const issue = await api.issues.createIssue({ title: name, issue_type: 'incident' })
const [move] = (await api.issues.listTransitionsOfIssue(issue.data.id)).data
const moved = await api.issues.transitionIssue(issue.data.id, { transition_id: move?.id ?? '' })
const again = { name: `${name} again`, tracking_type: 'countable' as const }
const first = await api.assetModels.upsertAssetModel('sdk', 'swagger', again)
const second = await api.assetModels.upsertAssetModel('sdk', 'swagger', again)
const bulk = await api.assets.bulkAssets({
  mode: 'each',
  items: [
    { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
    { op: 'update', id: asset_id, body: { notes: 'Counted' } },
    { op: 'upsert', external_id: 'sdk:swagger', body: { model_id, name: 'Asset 6' } },
  ],
})
const { succeeded, failed, results } = bulk.data
const form = await api.me.signIn({ username: email, password })

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
