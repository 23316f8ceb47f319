import type { Session } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { sessionsQuery } from '../../account/queries.ts'
import { api } from '../../api.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { Section } from '../../records/section.tsx'
import { Status } from '../../ui/marks.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { When } from '../../ui/when.tsx'

/** The sessions of the user, with a button to end each. */
export function SessionSection() {
  const { t } = useLingui()
  const query = useQuery(sessionsQuery)
  const end = ({ id: session_id }: Session): Move<unknown> => ({
    id: 'end',
    label: t`End`,
    isOffered: true,
    isDangerous: true,
    warning: t`The user of this session has to sign in again.`,
    run: () => api.me.sessions.delete({ session_id }),
    done: t`The session has ended.`,
  })
  const endOthers: Move<unknown> = {
    id: 'end-others',
    label: t`End all other sessions`,
    isOffered: (query.data ?? []).some(({ is_current }) => !is_current),
    isDangerous: true,
    warning: t`You are signed out everywhere except here.`,
    run: () => api.me.sessions.clear(),
    done: t`All other sessions have ended.`,
  }
  return (
    <Section
      title={t`Where you are signed in`}
      action={<Moves of={t`Where you are signed in`} moves={[endOthers]} touches={['me']} />}
    >
      {!query.data && <Unloaded query={query} />}
      <ul className="line-list">
        {query.data?.map((session) => (
          <li key={session.id}>
            <strong>{session.device ?? t`Unknown device`}</strong>
            <span className="hint">
              {session.ip_address && `${session.ip_address} · `}
              <Trans>
                used <When at={session.last_used_at} />
              </Trans>
            </span>
            <span className="at-end">
              {session.is_current ? (
                <Status tone="good">{t`This one`}</Status>
              ) : (
                <Moves of={session.device ?? ''} moves={[end(session)]} touches={['me']} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
