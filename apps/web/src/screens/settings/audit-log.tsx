import type { AuditLogEntry } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { ScrollText } from 'lucide-react'
import { api } from '../../api.ts'
import { recordLink } from '../../app/links.ts'
import { recordKinds } from '../../app/record-kinds.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { memberOfPage } from '../../member-names/speak.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { RowLink } from '../../records/row-link.tsx'
import { None, Person } from '../../ui/marks.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useAuditFilters } from './audit-filters.ts'
import { auditActions, auditKinds, operationWords } from './audit-words.ts'

/** The audit log of the organisation: changes, sign-ins and refused requests. */
export function AuditLog() {
  const { t } = useLingui()
  return (
    <ListScreen
      name="audit-log"
      title={t`Audit log`}
      isSearched={false}
      list={{
        page: (query, options) => api.auditLog.list.safe({ ...query, include: ['actor'] }, options),
        csv: (query) => api.auditLog.list.csv(query),
      }}
      sort="-created_at"
      filters={useAuditFilters()}
      columns={[
        {
          id: 'created_at',
          title: t`When`,
          priority: 1,
          width: '9.5rem',
          sort: 'created_at',
          cell: ({ created_at }) => <Moment at={created_at} />,
        },
        {
          id: 'action',
          title: t`What`,
          isName: true,
          width: 'minmax(6.5rem, 1fr)',
          cell: ({ action }) => t(auditActions[action]),
        },
        {
          id: 'record',
          title: t`Record`,
          priority: 1,
          width: 'minmax(9rem, 1fr)',
          cell: (entry) => <RecordCell entry={entry} />,
        },
        {
          id: 'changed',
          title: t`Changed`,
          priority: 3,
          width: 'minmax(9rem, 2fr)',
          cell: ({ changed }) => {
            const members = changed.map(memberOfPage).join(', ')
            return members === '' ? <None /> : <span title={members}>{members}</span>
          },
        },
        {
          id: 'actor',
          title: t`By`,
          priority: 1,
          width: 'minmax(9rem, 1fr)',
          cell: ({ actor }) => (actor?.name ? <Person name={actor.name} /> : <None />),
        },
        {
          id: 'operation',
          title: t`Operation`,
          width: 'minmax(9rem, 1fr)',
          cell: ({ operation }) => {
            const words = operationWords(operation)
            return <span title={operation}>{words ? t(words) : operation}</span>
          },
        },
      ]}
      empty={{
        icon: ScrollText,
        title: t`Nothing happened yet`,
        text: t`Each change, sign-in and refused request of the organisation is listed here.`,
      }}
    />
  )
}

const hasPage = (kind: string): kind is keyof typeof recordKinds => Object.hasOwn(recordKinds, kind)

function RecordCell({ entry: { record_type, record_id } }: { readonly entry: AuditLogEntry }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  if (record_type === null) return <None />
  const known = Object.entries(auditKinds).find(([kind]) => kind === record_type)
  const words = known ? t(known[1]) : record_type
  const link =
    hasPage(record_type) && record_id !== null
      ? recordLink({ type: record_type, id: record_id }, slug)
      : undefined
  return link ? <RowLink link={link}>{words}</RowLink> : <span title={words}>{words}</span>
}
