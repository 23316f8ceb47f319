import createClient from 'openapi-fetch'
import type { paths } from './sdk/schema.js'

const [, , baseUrl = '', email = '', password = ''] = process.argv
const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl })
const tokens = await client.POST('/auth/token', { body: { email, password } })
client.use({
  onRequest: ({ request }) => {
    request.headers.set('authorization', `Bearer ${tokens.data?.access_token}`)
  },
})

const name = `Model of openapi-fetch ${Date.now()}`
const model = await client.POST('/asset-models', {
  body: { name, tracking_type: 'countable', manufacturer: 'Lenovo' },
})
const model_id = model.data?.id ?? ''
const params = { path: { asset_model_id: model_id } }
const patched = await client.PATCH('/asset-models/{asset_model_id}', { params, body: { manufacturer: null } })
const ids: string[] = []
for (const at of [1, 2, 3, 4]) {
  const asset = await client.POST('/assets', { body: { model_id, name: `Asset ${at}` } })
  ids.push(asset.data?.id ?? '')
}

const names: string[] = []
let cursor: string | undefined
do {
  const page = await client.GET('/assets', {
    params: {
      query: { id: ids.slice(0, 3), limit: 2, sort: ['name'], ...(cursor ? { cursor } : {}) },
    },
  })
  names.push(...(page.data ?? []).map((asset) => asset.name))
  const next = page.response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  cursor = next && (new URL(next, baseUrl).searchParams.get('cursor') ?? undefined)
} while (cursor)

const asset_id = ids[3] ?? ''
const shown = await client.GET('/assets/{asset_id}', {
  params: { path: { asset_id }, query: { include: ['model'] } },
})
const { error } = await client.DELETE('/asset-models/{asset_model_id}', { params })
const issue = await client.POST('/issues', { body: { title: name, issue_type: 'incident' } })
const issueParams = { path: { issue_id: issue.data?.id ?? '' } }
const moves = await client.GET('/issues/{issue_id}/transitions', { params: issueParams })
const move = moves.data?.[0]
const moved = await client.POST('/issues/{issue_id}/transition', {
  params: issueParams,
  body: { transition_id: move?.id ?? '' },
})
const upsert = () =>
  client.PUT('/asset-models/external/{source}/{external_id}', {
    params: { path: { source: 'sdk', external_id: 'openapi-fetch' } },
    body: { name: `${name} again`, tracking_type: 'countable' },
  })
const [first, second] = [await upsert(), await upsert()]
const bulk = await client.POST('/assets/bulk', {
  body: {
    mode: 'each',
    items: [
      { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
      { op: 'update', id: asset_id, body: { notes: 'Counted' } },
      { op: 'upsert', external_id: 'sdk:openapi-fetch', body: { model_id, name: 'Asset 6' } },
    ],
  },
})
const form = await client.POST('/me/signin', {
  body: { username: email, password },
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

console.log(
  JSON.stringify({
    manufacturer: patched.data?.manufacturer,
    names,
    status: error?.status,
    code: error?.code,
    isMoved: move !== undefined && moved.data?.status === move.to_status.key,
    subtype: moved.data?.details.subtype,
    isIncluded: shown.data?.model?.name === name,
    isSameRecord: first.data !== undefined && first.data.id === second.data?.id,
    bulk: {
      succeeded: bulk.data?.succeeded,
      failed: bulk.data?.failed,
      pointer: bulk.data?.results[0]?.problem?.errors?.[0]?.pointer,
    },
    token_type: form.data?.token_type,
  }),
)
