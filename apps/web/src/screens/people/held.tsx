import type { AssetAssignment, Person } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, every } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import { type Can, useCan } from '../../records/can.ts'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { oneByOne } from '../../records/one-by-one.ts'
import { Section } from '../../records/section.tsx'
import { refetch } from '../../refetch.ts'
import { Day } from '../../ui/day.tsx'
import { Code } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { useGiveBack } from '../assets/use-give-back.ts'

const usual = { include: ['asset' as const], limit: 100, sort: ['-start_date'] }

/** All active asset assignments of a person. */
const heldQuery = (person_id: string) => ({
  queryKey: ['assets', 'of person', person_id, 'active'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    every(api.persons.assignments.list.all({ person_id }, { ...usual, status: ['active'] }, { signal })),
})

/** The project ids of assets, by the ids of the assets. */
const projectsQuery = (asset_ids: readonly string[]) => ({
  queryKey: ['assets', 'projects of', asset_ids],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const assets = await Promise.all(asset_ids.map((asset_id) => api.assets.get({ asset_id }, { signal })))
    return new Map(assets.map(({ id, project_id }) => [id, project_id]))
  },
})

/**
 * The active asset assignments of a person, and which of them the user may take back. Loads the projects of the assets only
 * if the user may change the assets of some projects.
 */
export function useHeld(person_id: string, can: Can) {
  const mayAll = can('assets:write')
  const held = useQuery({ ...heldQuery(person_id), enabled: can('assets:read', 'anywhere') })
  const asset_ids = [...new Set((held.data ?? []).map(({ asset_id }) => asset_id))].sort()
  const isLimited = !mayAll && can('assets:write', 'anywhere') && asset_ids.length > 0
  const projects = useQuery({
    ...projectsQuery(asset_ids),
    enabled: isLimited,
    // The former result stays valid: after a return, the person has a subset of the former assets.
    placeholderData: (before) => before,
  })
  const known = projects.data
  return {
    query: held.data && isLimited ? { ...projects, data: known && held.data } : held,
    mayTakeBack: ({ asset_id }: AssetAssignment) =>
      mayAll || (known !== undefined && can('assets:write', known.get(asset_id))),
  }
}

/** The closed asset assignments of a person: the 100 that began last. */
const heldBeforeQuery = (person_id: string) => ({
  queryKey: ['assets', 'of person', person_id, 'closed'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.persons.assignments.list({ person_id }, { ...usual, status: ['closed'] }, { signal }),
})

/** The assets that a person has, with buttons to take back one or all, and the assets that the person had before. */
export function Held({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { query: held, mayTakeBack } = useHeld(person.id, useCan())
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
    onSuccess: ({ done, failures }) => {
      if (done > 0)
        toast(<Plural value={done} one="# thing was taken back." other="# things were taken back." />)
      for (const text of new Set(failures.map(({ error }) => problemText(error)))) toastProblem(text)
    },
    onSettled: () =>
      Promise.all([
        refetch(queries, { queryKey: ['assets'] }),
        refetch(queries, { queryKey: ['persons', person.id] }),
      ]),
  })
  const giveBack = useGiveBack()
  const make = useMove(['assets', 'persons'])
  const takeOneBack = useMutation({
    mutationFn: (assignment: AssetAssignment) => {
      const { id, asset_id, quantity } = assignment
      const name = assignment.asset?.name ?? asset_id
      return make(
        {
          id: 'take back',
          label: t`Take back`,
          isOffered: true,
          run: () => api.assetAssignments.close({ assignment_id: id }, {}),
          done: t`${name} was taken back.`,
          undo: () => giveBack({ ...assignment, id: asset_id }, name, { quantity }),
        },
        {},
      )
    },
    onError: (error) => toastProblem(problemText(error)),
  })
  const isBusy = takeBack.isPending || takeOneBack.isPending
  const all = held.data ?? []
  const own = all.filter(mayTakeBack)
  const [asked, setAsked] = useState<Move<unknown>>()
  const name = person.display_name ?? t`The person`
  const askAll = () => {
    setAsked({
      id: 'take everything back',
      label: own.length < all.length ? t`Take back` : t`Take everything back`,
      isOffered: true,
      subject: (
        <ul className="line-list">
          {own.map(({ id, asset, asset_id }) => (
            <li key={id}>
              <Code>{asset?.asset_tag}</Code> <span className="ellipsis">{asset?.name ?? asset_id}</span>
            </li>
          ))}
        </ul>
      ),
      warning: plural(own.length, {
        one: `# thing is taken back from ${name}. This cannot be undone.`,
        other: `# things are taken back from ${name}. This cannot be undone.`,
      }),
      run: () => takeBack.mutateAsync(own),
    })
  }
  return (
    <Section
      title={t`Holds now`}
      action={
        own.length > 0 && (
          <button
            type="button"
            className="button outlined small"
            aria-disabled={isBusy}
            onClick={() => isBusy || askAll()}
          >
            {takeBack.isPending ? (
              <Trans>Working…</Trans>
            ) : own.length < all.length ? (
              <Plural value={own.length} one="Take # thing back" other="Take # things back" />
            ) : (
              <Trans>Take everything back</Trans>
            )}
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
              {mayTakeBack(assignment) && (
                <button
                  type="button"
                  className="button quiet small"
                  aria-label={t`Take back ${assignment.asset?.name ?? ''}`}
                  aria-disabled={isBusy}
                  onClick={() => isBusy || takeOneBack.mutate(assignment)}
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
      {asked && <MoveDialog of={name} move={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

function AssetName({ assignment: { asset, asset_id } }: { readonly assignment: AssetAssignment }) {
  return (
    <>
      {asset && <Code>{asset.asset_tag}</Code>}
      <AssetLink asset={{ id: asset_id }}>{asset?.name ?? asset_id}</AssetLink>
    </>
  )
}
