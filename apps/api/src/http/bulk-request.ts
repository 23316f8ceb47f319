import { type EndpointSpec, externalIdIn, isUlid, MOST_BULK_ITEMS } from '@commonhold/contract'
import { z } from 'zod'
import { type FieldError, invalid } from '../base/problem.ts'
import { errorsOf } from '../base/validation-errors.ts'

/** One item of a bulk request. Its body is validated later, against the schema of its operation. */
export interface BulkItem {
  readonly op: string
  /** The id of the record in upper case, or its external id; undefined for a create. */
  readonly id: string | undefined
  readonly ifMatch: number | undefined
  readonly body: unknown
}

/** A bulk request in which each item has a known operation, and no two items the same record. */
export interface BulkBody {
  readonly mode: 'atomic' | 'each'
  readonly items: readonly BulkItem[]
}

const envelope = z.strictObject({
  mode: z.enum(['atomic', 'each']),
  items: z.array(z.looseObject({})).min(1).max(MOST_BULK_ITEMS),
})
const version = z.int().min(1).max(2_147_483_647).nullish()
const content = z.record(z.string(), z.unknown())
const upsert = z.strictObject({
  op: z.literal('upsert'),
  external_id: z
    .string()
    .refine((text) => externalIdIn(text) !== undefined, { error: 'must be source:id, for example jamf:243' }),
  if_match: version,
  body: content,
})
const newItem = z.strictObject({ op: z.string(), body: content })
const removal = z.strictObject({ op: z.string(), id: z.string(), if_match: version })
const change = z.strictObject({ ...removal.shape, body: content })
const move = z.strictObject({ ...removal.shape, body: content.nullish() })

/** Reads a bulk request. In both modes, an error in its form rejects the whole request, before any item runs. */
export function readBulk(operations: Readonly<Record<string, EndpointSpec>>, body: unknown): BulkBody {
  const outer = z.safeParse(envelope, body, { reportInput: true })
  if (!outer.success) throw invalid(...errorsOf(outer.error.issues, 'body', envelope))
  const { mode } = outer.data
  const read = outer.data.items.map((item, index) => readItem(operations, item, index))
  const items = read.flatMap(({ item }) => item ?? [])
  const errors = [...read.flatMap((one) => one.errors), ...namedTwice(read.map(({ item }) => item))]
  if (errors.length > 0) throw invalid(...errors)
  return { mode, items }
}

interface ReadItem {
  readonly item?: BulkItem
  readonly errors: readonly FieldError[]
}

interface ReadMembers {
  readonly id?: string
  readonly external_id?: string
  readonly if_match?: number | null
  readonly body?: unknown
}

function readItem(
  operations: Readonly<Record<string, EndpointSpec>>,
  sent: Readonly<Record<string, unknown>>,
  index: number,
): ReadItem {
  const pointer = `/items/${index}`
  const { op } = sent
  const allowed = [...Object.keys(operations), ...(operations.create && operations.update ? ['upsert'] : [])]
  if (typeof op !== 'string')
    return { errors: [{ field: `${pointer}/op`, code: 'required', message: 'is required', allowed }] }
  const endpoint = Object.hasOwn(operations, op) ? operations[op] : undefined
  if (!allowed.includes(op))
    return {
      errors: [
        {
          field: `${pointer}/op`,
          code: 'not_allowed_value',
          message: `must be one of ${allowed.join(', ')}`,
          allowed,
        },
      ],
    }
  const schema = endpoint ? shapeOfItem(endpoint) : upsert
  const result = z.safeParse(schema, sent, { reportInput: true })
  if (!result.success) {
    const errors = errorsOf(result.error.issues, 'body', schema)
    return { errors: errors.map((error) => ({ ...error, field: pointer + error.field })) }
  }
  const { id, external_id, if_match, body } = result.data as ReadMembers
  return {
    item: {
      op,
      id: external_id ?? (id !== undefined && isUlid(id) ? id.toUpperCase() : id),
      ifMatch: if_match ?? undefined,
      body: body ?? (endpoint?.move ? {} : undefined),
    },
    errors: [],
  }
}

function shapeOfItem({ method, success, move: isMove }: EndpointSpec) {
  if (success.status === 201) return newItem
  if (method === 'delete') return removal
  return isMove ? move : change
}

/** The errors of items that name the record of an earlier item: each record has one result. */
function namedTwice(items: readonly (BulkItem | undefined)[]): FieldError[] {
  const first = new Map<string, number>()
  return items.flatMap((item, index): FieldError[] => {
    if (item?.id === undefined) return []
    const earlier = first.get(item.id)
    if (earlier === undefined) {
      first.set(item.id, index)
      return []
    }
    const message = `refers to the same record as /items/${earlier}; send one item for each record`
    const member = item.op === 'upsert' ? 'external_id' : 'id'
    return [{ field: `/items/${index}/${member}`, code: 'not_allowed_value', message }]
  })
}
