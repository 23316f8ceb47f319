import type { Tenant, TenantCreate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { api } from '../../api.ts'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter } from '../../records/common-columns.tsx'
import { type FormEvents, ListScreen } from '../../records/list-screen.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { Code } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { useTenantFields } from '../settings/tenant-fields.ts'
import { TenantStatus } from './tenant-status.tsx'

/** The list of all organisations of the installation, for operators. */
export function Tenants() {
  const { t } = useLingui()
  return (
    <ListScreen<Tenant>
      name="tenants"
      title={t`Organisations`}
      list={{
        page: (query, options) => api.tenants.list.safe(query, options),
        csv: (query) => api.tenants.list.csv(query),
      }}
      sort="name"
      columns={useTenantColumns()}
      filters={[useArchivedFilter()]}
      empty={{
        icon: Building2,
        title: t`No organisations yet`,
        text: t`An organisation has users, groups and records of its own.`,
      }}
      add={{
        label: t`New organisation`,
        isOffered: true,
        form: (events) => <NewTenant {...events} />,
        pageOf: ({ id }) => ({ to: '/operator/tenants/$organisation', params: { organisation: id } }),
        touches: ['me'],
      }}
    />
  )
}

function useTenantColumns(): readonly Column<Tenant>[] {
  const { t } = useLingui()
  return [
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      sort: 'name',
      cell: ({ id, name }) => (
        <Link className="row-link" to="/operator/tenants/$organisation" params={{ organisation: id }}>
          {name}
        </Link>
      ),
    },
    { id: 'slug', title: t`Address`, sort: 'slug', cell: ({ slug }) => <Code>{slug}</Code> },
    {
      id: 'member_count',
      title: t`Members`,
      width: '7rem',
      isNumber: true,
      cell: ({ member_count }) => <span>{member_count}</span>,
    },
    {
      id: 'archived_at',
      title: t`State`,
      priority: 1,
      width: '9rem',
      cell: (tenant) => <TenantStatus tenant={tenant} />,
    },
    {
      id: 'created_at',
      title: t`Created`,
      priority: 3,
      width: '9rem',
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ]
}

function NewTenant(events: FormEvents<Tenant>) {
  const { t } = useLingui()
  return (
    <RecordForm
      name="new tenant"
      title={t`New organisation`}
      action={t`Create`}
      fields={useTenantFields()}
      send={(body: TenantCreate, options) => api.tenants.create(body, options)}
      {...events}
    />
  )
}
