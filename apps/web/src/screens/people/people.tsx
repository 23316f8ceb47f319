import type { Person as PersonRecord } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import type { Column } from '../../records/columns.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { RowLink } from '../../records/row-link.tsx'
import type { TableFilter } from '../../records/table-bar.tsx'
import { Code, None, Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { PersonForm } from './person-form.tsx'

/** All people of the organisation. */
export function People() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const add = can('persons:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Register a person</Trans>
    </button>
  )
  return (
    <ListPage title={t`People`} action={add}>
      <ResourceTable
        name="persons"
        label={t`People`}
        list={{
          page: (query, options) => api.persons.list.safe({ ...query, include: ['user'] }, options),
          csv: (query) => api.persons.list.csv(query),
        }}
        columns={usePersonColumns()}
        filters={usePersonFilters(can('assets:read', 'anywhere'))}
        sort="display_name"
        empty={
          <div className="empty-state">
            <Users aria-hidden="true" />
            <h2>
              <Trans>No people yet</Trans>
            </h2>
            <p>
              <Trans>People hold assets, learn and work here. They need no account to be registered.</Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <PersonForm
          onClose={() => setAdding(false)}
          onDone={({ id, display_name }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['persons'] })
            const name = display_name ?? t`The person`
            toast(t`${name} was registered.`, {
              label: t`Open`,
              run: () =>
                void navigate({ to: '/t/$tenant/people/$person', params: { tenant: slug, person: id } }),
            })
          }}
        />
      )}
    </ListPage>
  )
}

function usePersonColumns(): readonly Column<PersonRecord>[] {
  const { t } = useLingui()
  return [
    {
      id: 'display_name',
      title: t`Name`,
      isName: true,
      width: 'minmax(12rem, 2fr)',
      sort: 'display_name',
      cell: ({ id, display_name }) => <PersonLink id={id}>{display_name ?? t`No name`}</PersonLink>,
    },
    {
      id: 'external_id',
      title: t`Number`,
      sort: 'external_id',
      cell: ({ external_id }) => (external_id ? <Code>{external_id}</Code> : <None />),
    },
    { id: 'user', title: t`Account`, cell: ({ user }) => <span>{user?.name ?? <None />}</span> },
    {
      id: 'archived_at',
      title: t`Status`,
      width: '8rem',
      cell: ({ archived_at }) =>
        archived_at ? <Status tone="quiet">{t`Archived`}</Status> : <Status tone="good">{t`Active`}</Status>,
    },
    {
      id: 'updated_at',
      title: t`Changed`,
      width: '8rem',
      isExtra: true,
      sort: 'updated_at',
      cell: ({ updated_at }) => <When at={updated_at} />,
    },
  ]
}

function usePersonFilters(seesAssets: boolean): readonly TableFilter[] {
  const { t } = useLingui()
  const holds: TableFilter = {
    name: 'holds_assets',
    label: t`Assets`,
    isSingle: true,
    options: [
      { value: 'true', text: t`Hold something` },
      { value: 'false', text: t`Hold nothing` },
    ],
  }
  return [
    ...(seesAssets ? [holds] : []),
    {
      name: 'archived',
      label: t`Archived`,
      isSingle: true,
      options: [
        { value: 'include', text: t`With archived ones` },
        { value: 'only', text: t`Only archived ones` },
      ],
    },
  ]
}

/** The link to a person's page. */
export function PersonLink({ id, children }: { readonly id: string; readonly children: string }) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/people/$person', params: { tenant: slug, person: id } }}>
      {children}
    </RowLink>
  )
}
