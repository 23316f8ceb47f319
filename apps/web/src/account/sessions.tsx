import type { Session } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { refetch } from '../refetch.ts'
import { Status } from '../ui/marks.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { sessionsQuery } from './queries.ts'

/** The user's sessions, each with a button to end it. */
export function Sessions({ onNews }: { readonly onNews: (news: string) => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const nameOf = ({ device }: Session) => device ?? t`an unknown device`
  const sessions = useQuery(sessionsQuery)
  // Not in `Trans`, which would parse angle brackets in the name of a device as elements.
  const wordsOf = (session: Session, position: number, count: number) => {
    const device = nameOf(session)
    return t`the session on ${device} (${position} of ${count})`
  }
  const refresh = () => refetch(queries, { queryKey: sessionsQuery.queryKey })
  const end = useMutation({
    mutationFn: ({ id }: Session) => api.me.sessions.delete({ session_id: id }),
    onSuccess: (_, session) => {
      const device = nameOf(session)
      onNews(t`The session on ${device} has ended.`)
    },
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => api.me.sessions.clear(),
    onSuccess: () => onNews(t`All other sessions have ended.`),
    onSettled: refresh,
  })
  if (!sessions.data) return <Unloaded query={sessions} />
  const others = sessions.data.filter(({ is_current }) => !is_current)
  const failure = end.error ?? endOthers.error
  const isBusy = end.isPending || endOthers.isPending
  return (
    <>
      <ul className="rows">
        {sessions.data.map((session, position) => (
          <li key={session.id} className="session">
            <div>
              <h3>{session.device ?? t`Unknown device`}</h3>
              <p className="facts">
                {session.ip_address && <span className="tag">{session.ip_address}</span>}
                <span>
                  <Trans>
                    Used <Moment at={session.last_used_at} />
                  </Trans>
                </span>
                <span>
                  <Trans>
                    Until <Moment at={session.expires_at} />
                  </Trans>
                </span>
              </p>
            </div>
            {session.is_current ? (
              <Status tone="good">
                <Trans>This one</Trans>
              </Status>
            ) : (
              <button
                type="button"
                className="button outlined small"
                aria-disabled={isBusy}
                onClick={() => isBusy || end.mutate(session)}
              >
                <Trans>End</Trans>
                <span className="unseen"> {wordsOf(session, position + 1, sessions.data.length)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <button
          type="button"
          className="button outlined"
          aria-disabled={isBusy}
          onClick={() => isBusy || endOthers.mutate()}
        >
          <Trans>End all other sessions</Trans>
        </button>
      )}
      <div role="alert">{failure && <Notice tone="problem">{problemText(failure)}</Notice>}</div>
    </>
  )
}
