import { type Client, setConfig } from './sdk/.kubb/fetch.js'
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
} from './sdk/client.js'
import type { DeleteAssetModel409 } from './sdk/types.js'

const [, , baseURL = '', email = '', password = ''] = process.argv
const json = { 'content-type': 'application/json' }
setConfig({ baseURL, headers: json })
const tokens = await createToken({ data: { email, password } })
setConfig({ baseURL, headers: { ...json, authorization: `Bearer ${tokens.data.access_token}` } })

const name = `Model of kubb ${Date.now()}`
const model = await createAssetModel({ data: { name, tracking_type: 'countable', manufacturer: 'Lenovo' } })
const model_id = model.data.id
const patched = await updateAssetModel({ asset_model_id: model_id, data: { manufacturer: null } })
const ids: string[] = []
for (const at of [1, 2, 3, 4])
  ids.push((await createAsset({ data: { model_id, name: `Asset ${at}` } })).data.id)

const names: string[] = []
let cursor: string | undefined
do {
  // Sent as `id=a,b`, which the service accepts like the repeated parameter.
  const params = { id: ids.slice(0, 3), limit: 2, sort: ['name' as const] }
  const page = await listAssets({ params: { ...params, ...(cursor ? { cursor } : {}) } })
  names.push(...page.data.map((asset) => asset.name))
  const next = page.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  cursor = next && (new URL(next, baseURL).searchParams.get('cursor') ?? undefined)
} while (cursor)

const asset_id = ids[3] ?? ''
const shown = await getAsset({ asset_id, params: { include: ['model'] } })
const refused = await deleteAssetModel({ asset_model_id: model_id })
const problem = refused.data as unknown as DeleteAssetModel409
const issue = await createIssue({ data: { title: name, issue_type: 'incident' } })
const [move] = (await listTransitionsOfIssue({ issue_id: issue.data.id })).data
const moved = await transitionIssue({ issue_id: issue.data.id, data: { transition_id: move?.id ?? '' } })
const upsert = () =>
  upsertAssetModel({
    source: 'sdk',
    external_id: 'kubb',
    data: { name: `${name} again`, tracking_type: 'countable' },
  })
const [first, second] = [await upsert(), await upsert()]
const bulk = await bulkAssets({
  data: {
    mode: 'each',
    items: [
      { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
      { op: 'update', id: asset_id, body: { notes: 'Counted' } },
      { op: 'upsert', external_id: 'sdk:kubb', body: { model_id, name: 'Asset 6' } },
    ],
  },
})
const { succeeded, failed, results } = bulk.data
/** The generated code sends every body as JSON, so a custom client sends the form. */
const sendForm: Client = async ({ url, data }) => {
  const body = new URLSearchParams(data as unknown as Record<string, string>)
  const response = await fetch(`${baseURL}${url}`, { method: 'POST', body })
  const { status, statusText, headers } = response
  return { data: await response.json(), status, statusText, headers }
}
const form = await signIn({ data: { username: email, password } }, { client: sendForm })

console.log(
  JSON.stringify({
    manufacturer: patched.data.manufacturer,
    names,
    status: problem.status,
    code: problem.code,
    isMoved: move !== undefined && moved.data.status === move.to_status.key,
    subtype: moved.data.details.subtype,
    isIncluded: shown.data.model?.name === name,
    isSameRecord: first.data.id === second.data.id,
    bulk: { succeeded, failed, pointer: results[0]?.problem?.errors?.[0]?.pointer },
    token_type: form.data.token_type,
  }),
)
