import type { EndpointSpec } from '../endpoint.ts'
import { type Contract, endpointsOf } from '../openapi/types.ts'

/** The names of an operation: its operationId, and its place in the client, such as `assets.history.list`. */
interface OperationNames {
  readonly operationId: string
  readonly place: string
}

/** Paths, without their parameters, whose last word differs from the word in the names of their operations. */
const otherWords: Readonly<Record<string, string>> = {
  '/assignments': 'asset-assignments',
  '/school-employment-assignments': 'employment-assignments',
  '/persons/school-employment-assignments': 'employment-assignments',
  '/auth/sign-up': 'sign-up-policy',
  '/auth/token': 'create-token',
  '/auth/refresh': 'refresh-token',
  '/auth/forgot-password': 'request-password-reset',
  '/me/signup': 'sign-up',
  '/me/signin': 'sign-in',
  '/me/signout': 'sign-out',
}

/** The operationIds of operations without a collection; only their place in the client follows from the path. */
const otherOperationIds: Readonly<Record<string, string>> = {
  'get /search': 'searchRecords',
  'get /codes/{code}': 'lookUpCode',
  'post /invitations/preview': 'previewInvitation',
  'post /invitations/accept': 'acceptInvitation',
  'post /invitations/decline': 'declineInvitation',
}

/** The verb for an operation on one record, by method. */
const verbs = { get: 'get', post: 'create', put: 'set', patch: 'update', delete: 'delete' } as const

/** First path segments that are not collections, with the word that replaces them: `/me/groups` is `listMyGroups`. */
const namespaces: Readonly<Record<string, string>> = { auth: '', me: 'my' }

interface Step {
  readonly word: string
  /** True when the id of one record follows in the path. */
  readonly isOne: boolean
}

/** The operations of a contract whose names do not follow from method and path. */
export function nameErrors(contract: Contract): string[] {
  const operations = endpointsOf(contract)
  const all = operations.map(({ endpoint }) => endpoint)
  return operations.flatMap(({ place, endpoint }) => {
    const right = namesOf(endpoint, all)
    return [
      ...(place === right.place ? [] : [`${place}: the place is ${right.place}`]),
      ...(endpoint.operationId === right.operationId
        ? []
        : [`${place}: the operationId is ${right.operationId}, not ${endpoint.operationId}`]),
    ]
  })
}

/** The names that follow from method and path, see docs/decisions/0002-names-follow-paths.md. */
function namesOf(endpoint: EndpointSpec, all: readonly EndpointSpec[]): OperationNames {
  const steps = stepsOf(endpoint.path.replace(EXTERNAL, '/{id}/upsert'))
  const action = actionOf(endpoint, all, steps)
  const subject = action === undefined ? steps : steps.slice(0, -1)
  const verb = action ?? verbOf(endpoint, all, steps)
  return {
    operationId:
      otherOperationIds[`${endpoint.method} ${endpoint.path}`] ??
      operationIdOf(subject, verb, verb === 'list' || verb === 'clear'),
    place: [...subject.map(({ word }) => word), verb].map(camelCase).join('.'),
  }
}

/** The end of the path of an upsert, which names one record. */
const EXTERNAL = '/external/{source}/{external_id}'

function stepsOf(path: string): Step[] {
  const segments = path.split('/').slice(1)
  const words = segments.filter((segment) => !isParameter(segment))
  const isOne = segments.flatMap((segment, at) =>
    isParameter(segment) ? [] : [isParameter(segments[at + 1])],
  )
  return words.map((word, at) => ({
    word: otherWords[`/${words.slice(0, at + 1).join('/')}`] ?? word,
    isOne: isOne[at] ?? false,
  }))
}

const isParameter = (segment: string | undefined) => segment?.startsWith('{') ?? false

/**
 * The action named by the last path segment (`retire`, `mark-lost`) of a POST or PUT whose path has no GET. Undefined if the path has
 * one segment or ends in an id.
 */
function actionOf({ method, path }: EndpointSpec, all: readonly EndpointSpec[], steps: readonly Step[]) {
  const last = steps.at(-1)
  const isSent = method === 'post' || method === 'put'
  return isSent && steps.length > 1 && !last?.isOne && !readerOf(path, all) ? last?.word : undefined
}

const readerOf = (path: string, all: readonly EndpointSpec[]) =>
  all.find((one) => one.method === 'get' && one.path === path)

function verbOf(
  { method, path }: EndpointSpec,
  all: readonly EndpointSpec[],
  steps: readonly Step[],
): string {
  const reader = readerOf(path, all)
  const usual = verbs[method]
  if (steps.at(-1)?.isOne || !reader) return usual
  const isList = answersList(reader)
  if (isList) return ({ get: 'list', delete: 'clear' } as Readonly<Record<string, string>>)[method] ?? usual
  return method === 'post' ? 'set' : usual
}

const answersList = ({ success }: EndpointSpec) => 'body' in success && success.body._zod.def.type === 'array'

/** `retire` of assets: `retireAsset`; `list` of the history of assets: `listHistoryOfAsset`. */
function operationIdOf(subject: readonly Step[], verb: string, isMany: boolean): string {
  const of = subject.at(-1)
  const owner = subject.at(-2)
  const [first = '', ...rest] = verb.split('-')
  if (!of || (of.word in namespaces && verb !== 'get')) return camelCase(verb)
  const isPlain = isMany || (verb !== 'create' && !of.isOne)
  const noun = isPlain ? of.word : singular(of.word)
  const whose = owner ? namespaces[owner.word] : undefined
  const words = [first, whose ?? '', noun, ...rest]
  return camelCase(
    [...words, ...(owner && whose === undefined ? ['of', singular(owner.word)] : [])].join('-'),
  )
}

function singular(word: string): string {
  if (word === 'history') return 'history-entry'
  return word
    .replace(/ies$/, 'y')
    .replace(/uses$/, 'us')
    .replace(/([^su])s$/, '$1')
}

const camelCase = (words: string) =>
  words.replace(/-+/g, '-').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
