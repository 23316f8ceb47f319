import type { Notification } from '@commonhold/contract'
import type { Result } from '@commonhold/contract/client'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bell, CheckCheck } from 'lucide-react'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { refetch } from '../refetch.ts'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { toastProblem } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { useTenant } from './tenant-scope.tsx'

/** The most notifications that the list shows. */
const SHOWN = 20
/** The most notifications that the bell counts: there is room for one digit beside it. */
const COUNTED = 9

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  // Notifications are created a second or two after their events.
  refetchInterval: 30_000,
  queryFn: ({ signal }) => api.me.notifications.list({ limit: SHOWN, read_at__is_null: true }, { signal }),
})

/** Counts and lists the user's unread notifications. */
export function NotificationBell() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data, error } = useQuery(notificationsQuery)
  const unread = data ?? []
  const count = unread.length > COUNTED ? `${COUNTED}+` : String(unread.length)
  const read = async (answer: Promise<Result<unknown>>) => {
    const result = await answer
    if (!result.ok) toastProblem(problemText(result.error))
    await refetch(queries, notificationsQuery)
  }
  const open = async (one: Notification) => {
    await navigate(linkOf(one, slug))
    await read(api.me.notifications.read.safe({ notification_id: one.id }))
  }
  return (
    <MenuButton
      className="icon-button bell"
      placement="bottom end"
      face={
        <>
          <Bell aria-hidden="true" />
          <span className="unseen">
            {data ? (
              <Plural value={unread.length} one="# new notification" other="# new notifications" />
            ) : (
              <Trans>Notifications</Trans>
            )}
          </span>
          {unread.length > 0 && (
            <span className="bell-count" aria-hidden="true">
              {count}
            </span>
          )}
        </>
      }
      onAction={(key) => {
        const one = unread.find(({ id }) => id === key)
        if (one) void open(one)
        if (key === 'all') void read(api.me.notifications.readAll.safe())
      }}
    >
      {unread.map((one) => {
        const name = `${one.issue_key ?? one.asset_tag} ${one.issue_title ?? one.asset_name}`
        return (
          <MenuItem key={one.id} id={one.id} textValue={name}>
            <span>
              <Happened notification={one} />
              <small>
                {name} · <When at={one.created_at} />
              </small>
            </span>
          </MenuItem>
        )
      })}
      <MenuItem id="all" textValue={t`Mark all as read`} isDisabled={unread.length === 0}>
        <CheckCheck aria-hidden="true" />
        <span>
          {unread.length > 0 ? (
            <Trans>Mark all as read</Trans>
          ) : data ? (
            <Trans>Nothing new for you</Trans>
          ) : error ? (
            problemText(error)
          ) : (
            <span className="skeleton">
              <span className="unseen">
                <Trans>Loading…</Trans>
              </span>
            </span>
          )}
        </span>
      </MenuItem>
    </MenuButton>
  )
}

/** Leads to the issue or the asset that a notification is about. */
const linkOf = ({ issue_key, asset_id }: Notification, tenant: string) =>
  issue_key === null
    ? ({ to: '/t/$tenant/assets/$asset', params: { tenant, asset: asset_id ?? '' } } as const)
    : ({ to: '/t/$tenant/issues/$issue', params: { tenant, issue: issue_key } } as const)

function Happened({ notification: { kind, issue_id, actor_name } }: { readonly notification: Notification }) {
  const { t } = useLingui()
  const who = actor_name ?? t`The system`
  if (kind === 'assigned') return <Trans>{who} assigned an issue to you</Trans>
  if (kind === 'approval_requested') return <Trans>{who} asks for your approval</Trans>
  if (kind === 'mentioned') return <Trans>{who} mentioned you in a comment</Trans>
  if (kind === 'due' && issue_id === null)
    return <Trans>An asset that is assigned to you is due for return</Trans>
  if (kind === 'due') return <Trans>An issue that is assigned to you is due</Trans>
  return <Trans>{who} changed an issue that you watch</Trans>
}
