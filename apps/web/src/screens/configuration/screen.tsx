import type { IssueScreenField, IssueScreenFieldCreate, IssueScreenFieldUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { useOpenForm, useOpenRecord } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Section } from '../../records/section.tsx'
import { useIsOwn } from '../../records/use-is-own.ts'
import { refetch } from '../../refetch.ts'
import { Code } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { RecordMenu } from './catalogue-moves.tsx'
import { valueCodec } from './codecs.ts'
import { screenOperations } from './operations.ts'
import { fieldsQuery, screenFieldsQuery } from './queries.ts'
import { ScreenFields } from './screen-fields.tsx'
import { ScreenPreview } from './screen-preview.tsx'
import { SharedNote } from './shared-note.tsx'
import { useUsualFields } from './usual-fields.ts'

/** The page of one screen: its fields in their order, beside a preview of the form. */
export function ScreenPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { screen: issue_screen_id } = useParams({ from: '/t/$tenant/settings/screens/$screen' })
  const within = {
    text: t`Screens`,
    link: { to: '/t/$tenant/settings/screens', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['issue-screens', issue_screen_id],
    queryFn: ({ signal }) => api.issueScreens.get({ issue_screen_id }, { signal }),
  })
  const mayWrite = useCan()('issue_configuration:write')
  const isOwn = useIsOwn()
  const allPlaced = useQuery(screenFieldsQuery(issue_screen_id))
  const allFields = useQuery(fieldsQuery)
  const unread = [allPlaced, allFields].find(({ data }) => !data)
  const { name, description } = useUsualFields()
  const asked = useAskedOfField()
  const [editing, setEditing] = useOpenForm<'yes'>('screen')
  const form = useOpenRecord<IssueScreenField>('field', (issue_screen_field_id) =>
    api.issueScreenFields.get({ issue_screen_field_id }),
  )
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const screen = query.data
  const isEditable = mayWrite && isOwn(screen)
  const placed = allPlaced.data ?? []
  const fields = allFields.data ?? []
  const taken = new Set(placed.map(({ field_id }) => field_id))
  const saved = (what: string) => {
    void refetch(queries, { queryKey: ['issue-screens'] })
    toast(t`${what} was saved.`)
  }
  const fieldDone = ({ field_id }: IssueScreenField) => {
    form.close()
    saved(fields.find(({ id }) => id === field_id)?.name ?? t`The field`)
  }
  const { record: edited } = form
  const params = { issue_screen_field_id: edited?.id ?? '' }
  return (
    <RecordPage
      within={within}
      title={screen.name}
      marks={<Code>{screen.key}</Code>}
      actions={
        <RecordMenu
          name="issue-screens"
          record={screen}
          operations={screenOperations}
          onEdit={() => setEditing('yes')}
          onRemoved={() => void navigate(within.link)}
          pageOf={({ id }) => ({
            to: '/t/$tenant/settings/screens/$screen',
            params: { tenant: slug, screen: id },
          })}
        />
      }
      side={<ScreenPreview placed={placed} fields={fields} />}
    >
      {!isOwn(screen) && mayWrite && <SharedNote />}
      <Section
        title={t`Fields`}
        action={
          isEditable &&
          !unread && (
            <button type="button" className="button outlined small" onClick={() => form.open('new')}>
              <Trans>Add a field</Trans>
            </button>
          )
        }
      >
        {unread ? (
          <Unloaded query={unread} />
        ) : (
          <ScreenFields placed={placed} fields={fields} isEditable={isEditable} onEdit={form.open} />
        )}
      </Section>
      {editing && (
        <RecordForm
          name="issue-screens"
          title={t`Change ${screen.name}`}
          action={t`Save`}
          fields={[name, description]}
          record={screen}
          send={(body: object) => screenOperations.update(screen.id, body)}
          reload={() => screenOperations.get(screen.id)}
          onClose={() => setEditing()}
          onDone={({ name: what }) => {
            setEditing()
            saved(what)
          }}
        />
      )}
      {/* A new field comes after the others, so they must be known. */}
      {form.isNew && !unread && (
        <RecordForm
          name={`new field of ${screen.id}`}
          title={t`Add a field`}
          action={t`Add`}
          fields={[
            {
              kind: 'choice',
              name: 'field_id',
              label: t`Field`,
              isRequired: true,
              options: fields
                .filter(({ id, is_active }) => is_active && !taken.has(id))
                .map((field) => [field.id, field.name] as const),
            },
            ...asked,
          ]}
          send={(body: IssueScreenFieldCreate, options) =>
            api.issueScreenFields.create(
              { ...body, screen_id: screen.id, position: (placed.at(-1)?.position ?? 0) + 10 },
              options,
            )
          }
          onClose={form.close}
          onDone={fieldDone}
        />
      )}
      {edited && (
        <RecordForm
          name="screen field"
          title={t`Change the field`}
          action={t`Save`}
          fields={asked}
          record={edited}
          send={(body: IssueScreenFieldUpdate) => api.issueScreenFields.update(params, body)}
          reload={() => api.issueScreenFields.get(params)}
          onClose={form.close}
          onDone={fieldDone}
        />
      )}
    </RecordPage>
  )
}

function useAskedOfField(): readonly FormField[] {
  const { t } = useLingui()
  return [
    { kind: 'flag', name: 'is_required', label: t`Required` },
    { kind: 'flag', name: 'is_hidden', label: t`Hidden` },
    { kind: 'flag', name: 'is_read_only', label: t`Read-only` },
    {
      kind: 'flag',
      name: 'enforce_on_update',
      label: t`Also required when somebody changes the issue`,
    },
    {
      kind: 'text',
      name: 'default_value',
      label: t`Default`,
      hint: t`Put a text that is a number in quotes: "5".`,
      codec: valueCodec,
    },
    { kind: 'text', name: 'tab', label: t`Tab`, maxLength: 255 },
    { kind: 'long', name: 'help_text', label: t`Help` },
  ]
}
