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

const [, , baseUrl = '', email = '', password = ''] = process.argv
let authorization = ''
const request = globalThis.fetch
// The generated code requests a path; the program adds the address of the service and the token.
globalThis.fetch = (path, options) => {
  const headers = new Headers(options?.headers)
  if (authorization) headers.set('authorization', authorization)
  return request(`${baseUrl}${path}`, { ...options, headers })
}

/** Returns the body of an answer with the expected status; throws for any other status. */
function expected<A extends { status: number; data: unknown }, S extends A['status']>(
  answer: A,
  status: S,
): Extract<A, { status: S }>['data'] {
  if (answer.status !== status) throw new Error(JSON.stringify(answer.data))
  return (answer as Extract<A, { status: S }>).data
}

authorization = `Bearer ${expected(await createToken({ email, password }), 200).access_token}`
const name = `Model of orval ${Date.now()}`
const created = await createAssetModel({ name, tracking_type: 'countable', manufacturer: 'Lenovo' })
const { id: model_id } = expected(created, 201)
const patched = expected(await updateAssetModel(model_id, { manufacturer: null }), 200)
const ids: string[] = []
for (const at of [1, 2, 3, 4])
  ids.push(expected(await createAsset({ model_id, name: `Asset ${at}` }), 201).id)

const names: string[] = []
let cursor: string | undefined
do {
  const query = { id: ids.slice(0, 3), limit: 2, sort: ['name' as const] }
  const page = await listAssets({ ...query, ...(cursor ? { cursor } : {}) })
  names.push(...expected(page, 200).map((asset) => asset.name))
  const next = page.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  cursor = next && (new URL(next, baseUrl).searchParams.get('cursor') ?? undefined)
} while (cursor)

const asset_id = ids[3] ?? ''
const shown = expected(await getAsset(asset_id, { include: ['model'] }), 200)
const problem = expected(await deleteAssetModel(model_id), 409)
const issue = expected(await createIssue({ title: name, issue_type: 'incident' }), 201)
const [move] = expected(await listTransitionsOfIssue(issue.id), 200)
const moved = expected(await transitionIssue(issue.id, { transition_id: move?.id ?? '' }), 200)
const again = { name: `${name} again`, tracking_type: 'countable' as const }
const first = expected(await upsertAssetModel('sdk', 'orval', again), 201)
const second = expected(await upsertAssetModel('sdk', 'orval', again), 200)
const bulk = await bulkAssets({
  mode: 'each',
  items: [
    { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
    { op: 'update', id: asset_id, body: { notes: 'Counted' } },
    { op: 'upsert', external_id: 'sdk:orval', body: { model_id, name: 'Asset 6' } },
  ],
})
const { succeeded, failed, results } = expected(bulk, 200)
const form = expected(await signIn({ username: email, password }), 200)

console.log(
  JSON.stringify({
    manufacturer: patched.manufacturer,
    names,
    status: problem.status,
    code: problem.code,
    isMoved: move !== undefined && moved.status === move.to_status.key,
    subtype: moved.details.subtype,
    isIncluded: shown.model?.name === name,
    isSameRecord: first.id === second.id,
    bulk: { succeeded, failed, pointer: results[0]?.problem?.errors?.[0]?.pointer },
    token_type: form.token_type,
  }),
)
