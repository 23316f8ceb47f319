import type { Tenant, TenantUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { tenantsQuery } from '../../account/queries.ts'
import { api } from '../../api.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { refetch } from '../../refetch.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Code } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { useTenantFields } from '../settings/tenant-fields.ts'
import { TenantQuotas } from './tenant-quotas.tsx'
import { TenantStatus } from './tenant-status.tsx'

/** The page of one organisation, for operators. */
export function TenantPage() {
  const { t } = useLingui()
  const { organisation: tenant_id } = useParams({ from: '/operator/tenants/$organisation' })
  const own = useQuery(tenantsQuery).data ?? []
  const within = { text: t`Organisations`, link: { to: '/operator/tenants' } } as const
  const query = useQuery({
    queryKey: ['tenants', tenant_id],
    queryFn: ({ signal }) => api.tenants.get({ tenant_id }, { signal }),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const tenant = query.data
  const isOwn = own.some(({ id }) => id === tenant_id) && tenant.archived_at === null
  return (
    <RecordPage
      within={within}
      title={tenant.name}
      marks={<TenantStatus tenant={tenant} />}
      actions={<TenantActions key={tenant.id} tenant={tenant} />}
      side={
        <Facts
          facts={[
            [t`Address`, <Code key="slug">{`/t/${tenant.slug}`}</Code>],
            [t`Members`, String(tenant.member_count)],
            [t`Time zone`, tenant.timezone],
            [t`Language`, tenant.locale],
            [t`Created`, <When key="at" at={tenant.created_at} />],
            [t`Archived`, tenant.archived_at && <When at={tenant.archived_at} />],
          ]}
        />
      }
    >
      <Section title={t`Description`}>
        {tenant.description ? (
          <Markdown text={tenant.description} />
        ) : (
          <p className="hint">{t`No description.`}</p>
        )}
      </Section>
      <Section title={t`Records`}>
        {isOwn ? (
          <Link to="/t/$tenant" params={{ tenant: tenant.slug }} className="button outlined small">
            <Trans>Open {tenant.name}</Trans>
          </Link>
        ) : (
          <p className="hint">
            <Trans>Only its members see its records; operators do not.</Trans>
          </p>
        )}
      </Section>
      <TenantQuotas tenant_id={tenant_id} />
    </RecordPage>
  )
}

function TenantActions({ tenant }: { readonly tenant: Tenant }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const fields = useTenantFields()
  const moves = useTenantMoves(tenant)
  const [editing, setEditing] = useOpenForm<'yes'>('tenant')
  const params = { tenant_id: tenant.id }
  return (
    <>
      {tenant.archived_at === null && (
        <button type="button" className="button outlined small" onClick={() => setEditing('yes')}>
          <Trans>Edit</Trans>
        </button>
      )}
      <Moves of={tenant.name} moves={moves} touches={['tenants']} buttons="next" />
      {editing && (
        <RecordForm
          name="tenant"
          title={t`Change ${tenant.name}`}
          action={t`Save`}
          fields={fields}
          record={tenant}
          send={(body: TenantUpdate) => api.tenants.update(params, body)}
          reload={() => api.tenants.get(params)}
          onClose={() => setEditing()}
          onDone={({ name }) => {
            setEditing()
            void refetch(queries, { queryKey: ['tenants'] })
            void refetch(queries, { queryKey: tenantsQuery.queryKey })
            toast(t`${name} was saved.`)
          }}
        />
      )}
    </>
  )
}

function useTenantMoves(tenant: Tenant): readonly Move<Tenant>[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { name, archived_at, is_root } = tenant
  const params = { tenant_id: tenant.id }
  const reason = { kind: 'long', name: 'reason', label: t`Reason` } as const
  const deletion = useDeletion<Tenant>({
    record: tenant,
    name,
    mayDelete: archived_at !== null && !is_root,
    remove: () => api.tenants.delete(params),
    onRemoved: () => void navigate({ to: '/operator/tenants' }),
  })
  return [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: archived_at === null && !is_root,
      fields: [reason],
      warning: t`Its members lose access immediately. Its records stay, and it can be restored.`,
      run: (body) => api.tenants.archive(params, body),
      done: t`${name} was archived.`,
      undo: () => api.tenants.restore(params),
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: archived_at !== null,
      isNext: true,
      fields: [reason],
      run: (body) => api.tenants.restore(params, body),
      done: t`${name} was restored.`,
      undo: () => api.tenants.archive(params),
    },
    deletion,
  ]
}
