import type { Tenant, TenantUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { tenantsQuery } from '../../account/queries.ts'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History } from '../../records/history.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { refetch } from '../../refetch.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Code } from '../../ui/marks.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { QuotaUse } from './quota-use.tsx'
import { useTenantFields } from './tenant-fields.ts'

/** The name of the language `tag` in the language `reader`. Both are BCP 47 tags. */
const languageName = (reader: string, tag: string) =>
  new Intl.DisplayNames(reader, { type: 'language' }).of(tag)

/** The settings of the organisation: its facts, use of quotas and history. */
export function Organisation() {
  const { t, i18n } = useLingui()
  const can = useCan()
  const tenant = useTenant()
  const [editing, setEditing] = useOpenForm<'yes'>('organisation')
  const edit = can('tenant:write') && (
    <button type="button" className="button outlined small" onClick={() => setEditing('yes')}>
      <Trans>Edit</Trans>
    </button>
  )
  return (
    <main id="main" className="record" tabIndex={-1}>
      <Page title={t`Organisation`} aside={edit || <span />}>
        <Section title={tenant.name}>
          <Facts
            facts={[
              [t`Description`, tenant.description && <Markdown key="text" text={tenant.description} />],
              [t`Address`, <Code key="slug">{`/t/${tenant.slug}`}</Code>],
              [t`Time zone`, tenant.timezone],
              [t`Language`, tenant.locale && languageName(i18n.locale, tenant.locale)],
              [t`People and programs`, String(tenant.member_count)],
              [t`Created`, <When key="at" at={tenant.created_at} />],
            ]}
          />
        </Section>
        {can('tenant:read') && (
          <>
            <QuotaUse />
            <History
              queryKey={[...tenantsQuery.queryKey, tenant.id]}
              page={(query, options) =>
                api.tenants.history.list.safe(
                  { tenant_id: tenant.id },
                  { ...query, include: ['actor'] },
                  options,
                )
              }
            />
          </>
        )}
      </Page>
      {editing && <OrganisationForm tenant={tenant} onClose={() => setEditing()} />}
    </main>
  )
}

interface OrganisationFormProps {
  readonly tenant: Tenant
  readonly onClose: () => void
}

function OrganisationForm({ tenant, onClose }: OrganisationFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const params = { tenant_id: tenant.id }
  return (
    <RecordForm
      name="tenant"
      title={t`Change ${tenant.name}`}
      action={t`Save`}
      fields={useTenantFields()}
      record={tenant}
      send={(body: TenantUpdate) => api.tenants.update(params, body)}
      reload={() => api.tenants.get(params)}
      onClose={onClose}
      onDone={({ name }) => {
        onClose()
        void refetch(queries, { queryKey: tenantsQuery.queryKey })
        toast(t`${name} was saved.`)
      }}
    />
  )
}
