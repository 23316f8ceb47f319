import { operationGroups, type Period, type Summary } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'
import type { ReadContext } from '../store/context.ts'
import { type Group, type GroupKey, MOST_GROUPS } from '../store/grouping.ts'
import type { Implementation } from '../store/implement.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { withCaller } from './caller.ts'

/**
 * The operations that count the records of a list in groups. Each runs the handler of its list, which reads the filters, and
 * counts the records that the list would return.
 */
export const summariesOf = (implementations: readonly Implementation[]): Implementation[] =>
  Object.values(operationGroups.summaries).map((endpoint) => {
    const list = implementations.find(
      (one) => one.endpoint.method === 'get' && `${one.endpoint.path}/summary` === endpoint.path,
    )
    if (!list) throw new Error(`${endpoint.operationId}: there is no list to count`)
    return {
      endpoint,
      handle: (input, context) => summarize(list, endpoint.summarizes, input, context as ReadContext),
    }
  })

async function summarize(
  { endpoint, handle }: Implementation,
  summary: Summary,
  input: Parameters<Implementation['handle']>[0],
  context: ReadContext,
): Promise<readonly Group[]> {
  const {
    group_by = [],
    timezone,
    ...query
  } = Object(input.query) as {
    group_by?: readonly string[]
    timezone?: string
  }
  const by = keysOf(group_by)
  let groups: readonly Group[] = []
  const grouping = {
    by,
    timezone: (await timeZoneNamed(context.reader, 'timezone', timezone)) ?? null,
    answer: (found: readonly Group[]) => {
      groups = found
    },
  }
  // With `count`, a list has all of the conditions that its total needs.
  const filters = withCaller(endpoint, { ...query, count: true }, context.actor.userId)
  await handle({ ...input, query: filters }, { ...context, header: () => {}, grouping })
  if (groups.length <= MOST_GROUPS) return groups
  throw invalid({
    in: 'query',
    field: 'group_by',
    code: 'not_allowed_value',
    message: `results in more than ${MOST_GROUPS} groups; filter the records, or count by fewer members or by a longer period`,
    allowed: [...summary.values, ...summary.times],
  })
}

/** The members and periods to count by. A member may be given with one period only. */
function keysOf(names: readonly string[]): GroupKey[] {
  const keys = names.map((name) => {
    const [member = '', period] = name.split('.')
    return { member, period: period as Period | undefined }
  })
  const repeated = keys.find(({ member }, at) => keys.findIndex((key) => key.member === member) < at)
  if (!repeated) return keys
  throw invalid({
    in: 'query',
    field: 'group_by',
    code: 'not_allowed_value',
    message: `has ${repeated.member} twice; count by one period of it`,
  })
}
