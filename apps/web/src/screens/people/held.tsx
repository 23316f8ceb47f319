import type { AssetAssignment, Person } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { askAnew } from '../../ask-anew.ts'
import { problemText } from '../../problem-text.ts'
import { useCan } from '../../records/can.ts'
import { oneByOne } from '../../records/one-by-one.ts'
import { Section } from '../../records/record-page.tsx'
import { Day } from '../../ui/day.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { AssetLink } from '../assets/assets.tsx'

const usual = { include: ['asset' as const], limit: 100, sort: ['-start_date'] }

/** All that a person holds, however much it is. */
export const heldQuery = (person_id: string) => ({
  queryKey: ['assets', 'of person', person_id, 'active'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found: AssetAssignment[] = []
    const all = api.persons.assignments.list.all({ person_id }, { ...usual, status: ['active'] }, { signal })
    for await (const assignment of all) found.push(assignment)
    return found
  },
})

/** The last things that a person gave back. */
const heldBeforeQuery = (person_id: string) => ({
  queryKey: ['assets', 'of person', person_id, 'closed'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.persons.assignments.list({ person_id }, { ...usual, status: ['closed'] }, { signal }),
})

/** What a person holds, each with its return and all with one button; below, what they held before. */
export function Held({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const mayWrite = useCan()('assets:write', 'anywhere')
  const held = useQuery(heldQuery(person.id))
  const before = useQuery(heldBeforeQuery(person.id))
  const takeBack = useMutation({
    mutationFn: (assignments: readonly AssetAssignment[]) =>
      oneByOne(
        assignments.map(
          ({ id }) =>
            () =>
              api.assetAssignments.close({ assignment_id: id }, {}),
        ),
      ),
    onSuccess: ({ done, faults }) => {
      if (done > 0)
        toast(<Plural value={done} one="# thing was taken back." other="# things were taken back." />)
      for (const text of new Set(faults.map(({ error }) => problemText(error)))) toastProblem(text)
    },
    onSettled: () =>
      Promise.all([
        askAnew(queries, { queryKey: ['assets'] }),
        askAnew(queries, { queryKey: ['persons', person.id] }),
      ]),
  })
  const begin = (assignments: readonly AssetAssignment[]) =>
    takeBack.isPending || takeBack.mutate(assignments)
  const all = held.data ?? []
  return (
    <Section
      title={t`Holds now`}
      action={
        mayWrite &&
        all.length > 0 && (
          <button
            type="button"
            className="button outlined small"
            aria-disabled={takeBack.isPending}
            onClick={() => begin(all)}
          >
            {takeBack.isPending ? <Trans>Working…</Trans> : <Trans>Take everything back</Trans>}
          </button>
        )
      }
    >
      {held.isPending ? (
        <SkeletonLines />
      ) : !held.data ? (
        <Unloaded query={held} />
      ) : all.length === 0 ? (
        <p className="lead">
          <Trans>Nothing is handed out to this person.</Trans>
        </p>
      ) : (
        <ul className="line-list">
          {all.map((assignment) => (
            <li key={assignment.id}>
              <AssetName assignment={assignment} />
              {assignment.quantity > 1 && <span>× {assignment.quantity}</span>}
              <span className="at-end">
                {assignment.expected_return_date ? (
                  <Trans>
                    Due back <Day on={assignment.expected_return_date} isDue />
                  </Trans>
                ) : (
                  <Trans>
                    Since <Day on={assignment.start_date} />
                  </Trans>
                )}
              </span>
              {mayWrite && (
                <button
                  type="button"
                  className="button quiet small"
                  aria-label={t`Take back ${assignment.asset?.name ?? ''}`}
                  aria-disabled={takeBack.isPending}
                  onClick={() => begin([assignment])}
                >
                  <Trans>Take back</Trans>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {before.data && before.data.length > 0 && (
        <details>
          <summary>
            <Trans>Held before</Trans>
          </summary>
          <ul className="line-list">
            {before.data.map((assignment) => (
              <li key={assignment.id}>
                <AssetName assignment={assignment} />
                <span className="at-end">
                  <Day on={assignment.start_date} /> –{' '}
                  {assignment.end_date && <Day on={assignment.end_date} />}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function AssetName({ assignment: { asset, asset_id } }: { readonly assignment: AssetAssignment }) {
  return <AssetLink asset={{ id: asset_id }}>{asset?.name ?? asset_id}</AssetLink>
}
