import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { memberOfPage } from '../member-names/speak.ts'
import { Day } from '../ui/day.tsx'
import { Moment } from '../ui/moment.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { When } from '../ui/when.tsx'
import { type List, readPage } from './list.ts'
import type { Pickable } from './picker.tsx'
import { RecordName } from './record-name.tsx'
import { ShowMore } from './show-more.tsx'

/** The shown members of an entry of a record's history. */
export interface Happening {
  readonly id: string
  readonly action: 'created' | 'updated' | 'moved' | 'deleted'
  /** Who did it; null = the system. */
  readonly actor?: { readonly name: string | null } | null | undefined
  readonly created_at: string
  readonly reason: string | null
  readonly changes: readonly {
    readonly field: string
    /** The name of the member that the organisation chose; it replaces all other names. */
    readonly label?: string
    readonly from: unknown
    readonly to: unknown
  }[]
}

export interface TimelineProps {
  /** The start of the query key; the record's moves refetch the queries with this key. */
  readonly queryKey: readonly string[]
  readonly list: List<Happening>
  /** Names of members that replace the usual ones. */
  readonly names?: Readonly<Record<string, string>>
  /** Members that contain an id, with the kind of record that it refers to. */
  readonly references?: Readonly<Record<string, Pickable>>
  /** Returns the words for a value of a member; undefined if the value is shown unchanged. */
  readonly inWords?: (member: string, value: string) => string | undefined
}

/** The history of a record, newest first. */
export function Timeline({ queryKey, list, names = {}, references = {}, inWords }: TimelineProps) {
  const { t } = useLingui()
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'history'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage(list, { sort: '-created_at' }, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })
  if (query.isPending) return <SkeletonLines />
  if (!query.data) return <Unloaded query={query} />
  const words = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (isTexts(value)) return value.map((one) => inWords?.(field, one) ?? one).join(', ')
    return (typeof value === 'string' && inWords?.(field, value)) || shown(value, references[field])
  }
  const actions = {
    created: t`created it`,
    updated: t`changed it`,
    moved: t`changed it`,
    deleted: t`deleted it`,
  }
  return (
    <>
      <ol className="timeline">
        {query.data.pages
          .flatMap(({ records }) => records)
          .map((entry) => (
            <li key={entry.id}>
              <p>
                <strong>{entry.actor ? (entry.actor.name ?? t`Somebody`) : t`The system`}</strong>{' '}
                {actions[entry.action]} <When at={entry.created_at} />
              </p>
              {entry.reason && <p className="quote">{entry.reason}</p>}
              {entry.action !== 'created' && (
                <ul>
                  {entry.changes.map(({ field, label, from, to }) => (
                    <li key={field}>
                      <span className="field-name">{label ?? names[field] ?? memberOfPage(field)}</span>{' '}
                      {isGiven(from) && <del>{words(field, from)}</del>}
                      {isGiven(from) && isGiven(to) ? ' → ' : ' '}
                      {isGiven(to) && <ins>{words(field, to)}</ins>}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
      </ol>
      <ShowMore query={query}>
        <Trans>Show earlier changes</Trans>
      </ShowMore>
    </>
  )
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** False for null and for an empty list. */
const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** A value of the history: a text, a number, a moment, a name, or data. */
function shown(value: unknown, of: Pickable | undefined): ReactNode {
  if (of && typeof value === 'string') return <RecordName of={of} id={value} />
  if (typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string')
    return value.name
  if (typeof value !== 'string') return JSON.stringify(value)
  if (MOMENT.test(value)) return <Moment at={value} />
  if (DAY.test(value)) return <Day on={value} />
  return value
}
