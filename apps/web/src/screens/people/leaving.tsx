import type { Person } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { problemText } from '../../problem-text.ts'
import { oneByOne } from '../../records/one-by-one.ts'
import { pickableUsers } from '../../records/pickables.ts'
import { type Pickable, RecordPicker } from '../../records/picker.tsx'
import { RecordPage, Section, UnloadedRecord } from '../../records/record-page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { type LeavingPart, useLeavingParts } from './leaving-parts.tsx'

/** What the endings make old. */
const TOUCHED: readonly unknown[] = [
  'assets',
  'persons',
  'issues',
  'issue',
  'school-enrollments',
  'school-employments',
  'keys',
  'groups',
  'users',
]

/** All that ends when a person leaves, on one page and with one button. */
export function LeavingPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { person: person_id } = useParams({ from: '/t/$tenant/people/$person/leaving' })
  const within = { text: t`People`, link: { to: '/t/$tenant/people', params: { tenant: slug } } } as const
  const query = useQuery({
    queryKey: ['persons', person_id],
    queryFn: ({ signal }) => api.persons.get({ person_id }, { signal, include: ['user'] }),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const name = query.data.display_name ?? t`No name`
  const above = [
    { text: name, link: { to: '/t/$tenant/people/$person', params: { tenant: slug, person: person_id } } },
  ] as const
  return (
    <RecordPage within={within} above={above} title={t`${name} leaves`}>
      <Endings person={query.data} />
    </RecordPage>
  )
}

/** Users of the organisation, but not the one who leaves. */
const usersBut = (user_id: string | null): Pickable => ({
  ...pickableUsers,
  kind: `users but ${user_id}`,
  find: async (words, signal) => (await pickableUsers.find(words, signal)).filter(({ id }) => id !== user_id),
})

function Endings({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [successor, setSuccessor] = useState<string | null>(null)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const parts = useLeavingParts(person, successor)
  const successors = useMemo(() => usersBut(person.user_id), [person.user_id])
  const ticked = parts.flatMap(({ endings }) =>
    endings.flatMap(({ id, end }) => (end && !kept.has(id) ? [end] : [])),
  )
  const isAwaited = parts.some(({ query }) => query.isPending)
  const finish = useMutation({
    mutationFn: () => oneByOne(ticked),
    onSuccess: ({ done, faults }) => {
      if (done > 0) toast(<Plural value={done} one="# thing was ended." other="# things were ended." />)
      for (const text of new Set(faults.map(problemText))) toastProblem(text)
    },
    onSettled: () => askAnew(queries, { predicate: ({ queryKey: [first] }) => TOUCHED.includes(first) }),
  })
  const isIdle = ticked.length === 0 || isAwaited || finish.isPending
  return (
    <>
      {parts.map((part) => (
        <PartSection key={part.id} part={part} kept={kept} onKept={setKept}>
          {part.id === 'work' && part.endings.some(({ end }) => end) && (
            <Suspense>
              <RecordPicker
                of={successors}
                label={t`Give open work to`}
                onPick={(choice) => setSuccessor(choice?.id ?? null)}
              />
            </Suspense>
          )}
        </PartSection>
      ))}
      {person.user_id === null && (
        <p className="hint">
          <Trans>No account belongs to this person: there is no open work, group or API key of theirs.</Trans>
        </p>
      )}
      <p>
        <button
          type="button"
          className="button primary"
          aria-disabled={isIdle}
          onClick={() => isIdle || finish.mutate()}
        >
          {finish.isPending ? (
            <Trans>Working…</Trans>
          ) : ticked.length === 0 ? (
            <Trans>Nothing is ticked</Trans>
          ) : (
            <Plural value={ticked.length} one="End # thing" other="End # things" />
          )}
        </button>
      </p>
    </>
  )
}

interface PartSectionProps {
  readonly part: LeavingPart
  /** What is not ticked. */
  readonly kept: ReadonlySet<string>
  readonly onKept: (kept: ReadonlySet<string>) => void
  readonly children?: ReactNode
}

/** What ends of one kind: all is ticked at first. */
function PartSection({ part, kept, onKept, children }: PartSectionProps) {
  const { title, effect, none, query, endings } = part
  const endable = endings.filter(({ end }) => end).map(({ id }) => id)
  const areAll = endable.every((id) => !kept.has(id))
  const set = (ids: readonly string[], isKept: boolean) => {
    const next = new Set(kept)
    for (const id of ids) {
      if (isKept) next.add(id)
      else next.delete(id)
    }
    onKept(next)
  }
  return (
    <Section
      title={title}
      action={
        endable.length > 1 && (
          <button type="button" className="button quiet small" onClick={() => set(endable, areAll)}>
            {areAll ? <Trans>Tick none</Trans> : <Trans>Tick all</Trans>}
            <span className="unseen">: {title}</span>
          </button>
        )
      }
    >
      {query.isPending ? (
        <SkeletonLines />
      ) : query.error && endings.length === 0 ? (
        <Unloaded query={query} />
      ) : endings.length === 0 ? (
        <p className="lead">{none}</p>
      ) : (
        <>
          {endable.length > 0 && <p className="hint">{effect}</p>}
          {children}
          <ul className="line-list">
            {endings.map(({ id, text, detail, end }) => (
              <li key={id}>
                {end ? (
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={!kept.has(id)}
                      onChange={(event) => set([id], !event.target.checked)}
                    />
                    {text}
                  </label>
                ) : (
                  <span>{text}</span>
                )}
                {detail && <span className="at-end hint">{detail}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
