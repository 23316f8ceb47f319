import {
  AssetModelsApi,
  AssetsApi,
  AuthenticationApi,
  Configuration,
  IssuesApi,
  ProblemFromJSON,
  type ResponseError,
} from './sdk/index.js'

const [, , basePath = '', email = '', password = ''] = process.argv
const anonymous = new AuthenticationApi(new Configuration({ basePath }))
const { accessToken } = await anonymous.createToken({ tokenRequest: { email, password } })
const configuration = new Configuration({ basePath, accessToken })
const [models, assets, issues] = [
  new AssetModelsApi(configuration),
  new AssetsApi(configuration),
  new IssuesApi(configuration),
]

const name = `Model of typescript-fetch ${Date.now()}`
const assetModelCreate = { name, trackingType: 'countable' as const, manufacturer: 'Lenovo' }
const { id: modelId } = await models.createAssetModel({ assetModelCreate })
const patched = await models.updateAssetModel({
  assetModelId: modelId,
  assetModelUpdate: { manufacturer: null },
})
const ids: string[] = []
for (const at of [1, 2, 3, 4])
  ids.push((await assets.createAsset({ assetCreate: { modelId, name: `Asset ${at}` } })).id)

const names: string[] = []
let cursor: string | undefined
do {
  const query = { id: ids.slice(0, 3), limit: 2, sort: ['name' as const] }
  const page = await assets.listAssetsRaw({ ...query, ...(cursor ? { cursor } : {}) })
  names.push(...(await page.value()).map((asset) => asset.name))
  const next = page.raw.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  cursor = next && (new URL(next, basePath).searchParams.get('cursor') ?? undefined)
} while (cursor)

const assetId = ids[3] ?? ''
const shown = await assets.getAsset({ assetId, include: ['model'] })
const problem = await models.deleteAssetModel({ assetModelId: modelId }).then(
  () => undefined,
  async (error: ResponseError) => ProblemFromJSON(await error.response.json()),
)
const issue = await issues.createIssue({ issueCreate: { title: name, issueType: 'incident' } })
const [move] = await issues.listTransitionsOfIssue({ issueId: issue.id })
const moved = await issues.transitionIssue({
  issueId: issue.id,
  issueTransitionInput: { transitionId: move?.id ?? '' },
})
const upsert = () =>
  models.upsertAssetModel({
    source: 'sdk',
    externalId: 'typescript-fetch',
    assetModelCreate: { name: `${name} again`, trackingType: 'countable' },
  })
const [first, second] = [await upsert(), await upsert()]
/**
 * The generated code distinguishes the items of a bulk request by their members, not by `op`: it treats an update as an
 * archive item and drops its body. So the program passes the request body as it is sent.
 */
const bulkAssetsRequest = { mode: 'each' as const, items: [] }
const body: unknown = {
  mode: 'each',
  items: [
    { op: 'create', body: { model_id: 'sdk:none', name: 'Asset 5' } },
    { op: 'update', id: assetId, body: { notes: 'Counted' } },
    { op: 'upsert', external_id: 'sdk:typescript-fetch', body: { model_id: modelId, name: 'Asset 6' } },
  ],
}
const { succeeded, failed, results } = await assets.bulkAssets({ bulkAssetsRequest }, async () => ({
  body: body as BodyInit,
}))
const form = await anonymous.signIn({ username: email, password })

console.log(
  JSON.stringify({
    manufacturer: patched.manufacturer,
    names,
    status: problem?.status,
    code: problem?.code,
    isMoved: move !== undefined && moved.status === move.toStatus.key,
    subtype: moved.details.subtype,
    isIncluded: shown.model?.name === name,
    isSameRecord: first.id === second.id,
    bulk: { succeeded, failed, pointer: results[0]?.problem?.errors?.[0]?.pointer },
    token_type: form.tokenType,
  }),
)
