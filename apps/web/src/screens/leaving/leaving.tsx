import type { Person } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { dayAhead } from '../../preferences.ts'
import { type Move, MoveDialog } from '../../records/moves.tsx'
import { pickableUsers } from '../../records/pickables.ts'
import { type Pickable, RecordPicker } from '../../records/picker.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { refetch } from '../../refetch.ts'
import { Day } from '../../ui/day.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { endAll, type Tick } from './end-all.ts'
import { Ended } from './ended.tsx'
import { useLeavingParts } from './leaving-parts.tsx'
import { PartSection } from './leaving-section.tsx'
import { warningOf } from './leaving-warning.ts'
import { endedOf, endingOf, TickedList } from './ticked.tsx'

/** The first parts of the query keys that ending a record makes stale. */
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

/** The page with everything that ends when a person leaves, and one button that ends it. */
export function LeavingPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { person: person_id } = useParams({ from: '/t/$tenant/people/$person/leaving' })
  const within = { text: t`People`, link: { to: '/t/$tenant/people', params: { tenant: slug } } } as const
  const query = useQuery({
    queryKey: ['persons', person_id],
    queryFn: ({ signal }) => api.persons.get({ person_id }, { signal, include: ['user'] }),
  })
  const me = useQuery(meQuery)
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  if (!me.data) return <UnloadedRecord query={me} within={within} />
  const name = query.data.display_name ?? t`No name`
  const above = [
    { text: name, link: { to: '/t/$tenant/people/$person', params: { tenant: slug, person: person_id } } },
  ] as const
  return (
    <RecordPage within={within} above={above} title={t`${name} leaves`}>
      <Endings person={query.data} name={name} isReader={me.data.id === query.data.user_id} />
    </RecordPage>
  )
}

/** Finds the users of the organisation, except the one who leaves. */
const usersBut = (user_id: string | null): Pickable => ({
  ...pickableUsers,
  kind: `users but ${user_id}`,
  find: async (words, signal) => (await pickableUsers.find(words, signal)).filter(({ id }) => id !== user_id),
})

interface EndingsProps {
  readonly person: Person
  readonly name: string
  /** True if the user is the person who leaves. Nothing is ticked at first then. */
  readonly isReader: boolean
}

function Endings({ person, name, isReader }: EndingsProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [successor, setSuccessor] = useState<string | null>(null)
  const [lastDay, setLastDay] = useState(() => dayAhead(0))
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Move<unknown>>()
  const [ended, setEnded] = useState<readonly Tick[]>([])
  const { parts, unseen } = useLeavingParts({ person, successor, lastDay, isReader })
  const successors = useMemo(() => usersBut(person.user_id), [person.user_id])
  const firstUnread = parts.findIndex(({ query }) => query.error !== null)
  const isTicked = (id: string) => changed.has(id) === isReader
  const isUnread = (index: number) => firstUnread !== -1 && firstUnread < index
  const ticked = parts.flatMap((part, index) =>
    part.isFinal && isUnread(index)
      ? []
      : part.endings.flatMap(({ id, tag, text, end }) =>
          end && isTicked(id) ? [{ part, id, text: tag === undefined ? text : `${tag} ${text}`, end }] : [],
        ),
  )
  const isAwaited = parts.some(({ query }) => query.isPending)
  const finish = useMutation({
    mutationFn: (ticks: readonly Tick[]) => endAll(parts, ticks),
    onSuccess: ({ done, all, refused, ended }, ticks) => {
      setEnded((before) => [...before, ...ended])
      if (refused.length > 0)
        toastProblem(
          <Trans>
            {done} of {all} are done.
          </Trans>,
        )
      else toast(t`Done: ${endedOf(ticks)}.`)
    },
    onSettled: () => refetch(queries, { predicate: ({ queryKey: [first] }) => TOUCHED.includes(first) }),
  })
  const refused = finish.data?.refused ?? []
  const count = (part_id: string) => ticked.filter(({ part }) => part.id === part_id).length
  const begin = () =>
    setAsked({
      id: 'end',
      label: endingOf(ticked),
      isOffered: true,
      isDangerous: true,
      subject: (
        <>
          <TickedList ticks={ticked} />
          {ticked.some(({ part }) => part.endsOnLastDay) && (
            <p>
              <Trans>
                Last day: <Day on={lastDay} />
              </Trans>
            </p>
          )}
        </>
      ),
      warning: warningOf({ keys: count('keys'), groups: count('groups'), isReader }),
      run: () => finish.mutateAsync(ticked),
    })
  const hasLastDay = parts.some(
    ({ endsOnLastDay, endings }) => endsOnLastDay && endings.some(({ end }) => end),
  )
  const isAhead = hasLastDay && lastDay > dayAhead(0)
  const isIdle = ticked.length === 0 || isAwaited || isAhead || finish.isPending
  const isEndable = parts.some(({ endings }) => endings.some(({ end }) => end))
  return (
    <>
      {isReader && (
        <Notice tone="info">
          <Trans>
            This is your own account. Nothing is ticked at first: when you leave your last group, you lose
            access, and somebody else must add you to a group again.
          </Trans>
        </Notice>
      )}
      {ended.length > 0 && <Ended person={person} name={name} ticks={ended} isAsked={asked !== undefined} />}
      {hasLastDay && (
        <div className="last-day">
          <Field
            label={t`Last day`}
            hint={t`Enrollments and employments end on this day. Everything else ends immediately.`}
            error={isAhead ? t`Enter today or an earlier day.` : undefined}
            type="date"
            max={dayAhead(0)}
            defaultValue={lastDay}
            onChange={({ target }) => setLastDay(target.value || dayAhead(0))}
          />
        </div>
      )}
      {parts.map((part, index) => (
        <PartSection
          key={part.id}
          part={part}
          isTicked={isTicked}
          onTicked={(ids, areTicked) =>
            setChanged((before) => {
              const next = new Set(before)
              for (const id of ids) {
                if (areTicked === isReader) next.add(id)
                else next.delete(id)
              }
              return next
            })
          }
          refused={refused.filter(({ part_id }) => part_id === part.id)}
          waits={
            part.isFinal && isUnread(index)
              ? t`These can end when everything above is loaded.`
              : finish.data?.heldBack.includes(part.id)
                ? t`These have not ended, because something above was refused. End or untick it, then try again.`
                : undefined
          }
        >
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
      {unseen.length > 0 && (
        <Notice tone="info">
          <Trans>
            You may not see everything that this person has here: {unseen.join(', ')}. What you do not see
            does not change. Somebody who may see it has to end it.
          </Trans>
        </Notice>
      )}
      {person.user_id === null && (
        <p className="hint">
          <Trans>This person has no account, and so no open work, groups or API keys.</Trans>
        </p>
      )}
      <p>
        {isEndable || isAwaited ? (
          <button
            type="button"
            className="button primary"
            aria-disabled={isIdle}
            onClick={() => isIdle || begin()}
          >
            {finish.isPending ? (
              <Trans>Working…</Trans>
            ) : ticked.length === 0 ? (
              <Trans>Nothing is ticked</Trans>
            ) : (
              endingOf(ticked)
            )}
          </button>
        ) : (
          <span className="hint">
            <Trans>There is nothing left for you to end here.</Trans>
          </span>
        )}
      </p>
      {asked && <MoveDialog of={name} move={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
