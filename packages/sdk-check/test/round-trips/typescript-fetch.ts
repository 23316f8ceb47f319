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
const form = await anonymous.signIn({ username: email, password })

console.log(
  JSON.stringify({
    manufacturer: patched.manufacturer,
    names,
    status: problem?.status,
    code: problem?.code,
    isMoved: move !== undefined && moved.status === move.toStatus.key,
    subtype: moved.details.subtype,
    token_type: form.tokenType,
  }),
)
