import type { Identity, IdentityCreate, IdentityUpdate, Person } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { useOpenRecord } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { Section } from '../../records/section.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { refetch } from '../../refetch.ts'
import { Status } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** The names of a person, with forms to add and change them, and to choose the current one. */
export function Names({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const mayWrite = useCan()('persons:write') && person.archived_at === null
  const form = useOpenRecord<Identity>('name', (identity_id) => api.identities.get({ identity_id }))
  const query = useQuery({
    queryKey: ['persons', person.id, 'identities'],
    queryFn: ({ signal }) =>
      api.persons.identities.list(
        { person_id: person.id },
        { limit: 100, archived: 'include', sort: ['created_at'] },
        { signal },
      ),
  })
  const kinds = useNameKinds()
  return (
    <Section
      title={t`Names`}
      action={
        mayWrite && (
          <button type="button" className="button outlined small" onClick={() => form.open('new')}>
            <Trans>Add a name</Trans>
          </button>
        )
      }
    >
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : query.data.length === 0 ? (
        <p className="lead">
          <Trans>No name is known.</Trans>
        </p>
      ) : (
        <ul className="line-list">
          {query.data.map((identity) => (
            <li key={identity.id}>
              <span className="ellipsis">{identity.display_name ?? t`Hidden`}</span>
              <span className="hint">{kinds[identity.identity_type]}</span>
              <span className="at-end">
                <NameStatus identity={identity} />
                {mayWrite && (
                  <NameMoves person={person} identity={identity} onEdit={() => form.open(identity)} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(form.isNew || form.record) && (
        <NameForm
          person_id={person.id}
          {...(form.record && { identity: form.record })}
          onClose={form.close}
        />
      )}
    </Section>
  )
}

function useNameKinds() {
  const { t } = useLingui()
  return { legal: t`Legal`, preferred: t`Preferred`, former: t`Former`, alias: t`Alias` }
}

function NameStatus({ identity }: { readonly identity: Identity }) {
  const { t } = useLingui()
  if (identity.archived_at) return <Status tone="quiet">{t`Archived`}</Status>
  if (identity.deactivated_at) return <Status tone="quiet">{t`Deactivated`}</Status>
  return identity.is_current && <Status tone="good">{t`In use`}</Status>
}

interface NameMovesProps {
  readonly person: Person
  readonly identity: Identity
  readonly onEdit: () => void
}

function NameMoves({ person, identity, onEdit }: NameMovesProps) {
  const { t } = useLingui()
  const name = identity.display_name ?? t`The name`
  const params = { person_id: person.id, identity_id: identity.id }
  const isArchived = identity.archived_at !== null
  const isActive = identity.deactivated_at === null
  const before = person.current_identity_id
  const goBy = (identity_id: string) =>
    api.persons.currentIdentity.set({ person_id: person.id }, { identity_id })
  const deletion = useDeletion<unknown>({
    record: identity,
    name,
    mayDelete: true,
    remove: () => api.persons.identities.delete(params),
    onRemoved: () => undefined,
  })
  const moves: readonly Move<unknown>[] = [
    {
      id: 'current',
      label: t`Go by this name`,
      isOffered: !identity.is_current && isActive && !isArchived,
      run: () => goBy(identity.id),
      done: t`${name} is the name in use.`,
      ...(before !== null && { undo: () => goBy(before) }),
    },
    {
      id: 'deactivate',
      label: t`Deactivate`,
      isOffered: isActive && !isArchived,
      ...(identity.is_current && {
        warning: t`The person then has no name in use until another one is chosen.`,
      }),
      run: (body) => api.persons.identities.deactivate(params, body),
      done: t`${name} was deactivated.`,
    },
    {
      id: 'activate',
      label: t`Activate`,
      isOffered: !isActive && !isArchived,
      run: (body) => api.persons.identities.activate(params, body),
      done: t({ message: `${name} is active again.`, context: 'person' }),
    },
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: !isArchived,
      ...(identity.is_current && {
        warning: t`The person then has no name in use until another one is chosen.`,
      }),
      run: (body) => api.persons.identities.archive(params, body),
      done: t`${name} was archived.`,
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: isArchived,
      run: (body) => api.persons.identities.restore(params, body),
      done: t`${name} was restored.`,
    },
    { ...deletion, warning: t`${name} is deleted. This cannot be undone.` },
  ]
  return (
    <>
      {!isArchived && (
        <button type="button" className="button quiet small" aria-label={t`Edit ${name}`} onClick={onEdit}>
          <Trans>Edit</Trans>
        </button>
      )}
      <Moves of={t`Name ${name}`} moves={moves} touches={['persons']} buttons={0} />
    </>
  )
}

interface NameFormProps {
  readonly person_id: string
  readonly identity?: Identity
  readonly onClose: () => void
}

function NameForm({ person_id, identity, onClose }: NameFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'first_name', label: t`First name`, isRequired: true, maxLength: 100 },
    { kind: 'text', name: 'middle_name', label: t`Middle name`, maxLength: 100 },
    { kind: 'text', name: 'last_name', label: t`Last name`, isRequired: true, maxLength: 100 },
    { kind: 'text', name: 'prefix', label: t`Title before the name`, maxLength: 100 },
    { kind: 'text', name: 'suffix', label: t`Title behind the name`, maxLength: 100 },
    {
      kind: 'choice',
      name: 'identity_type',
      label: t`Kind`,
      isRequired: true,
      options: Object.entries(useNameKinds()),
    },
    { kind: 'day', name: 'valid_from_date', label: t`First day` },
    { kind: 'day', name: 'valid_to_date', label: t`Last day` },
  ]
  const onDone = ({ display_name }: Identity) => {
    onClose()
    void refetch(queries, { queryKey: ['persons'] })
    const name = display_name ?? t`The name`
    toast(t`${name} was saved.`)
  }
  const usual = { fields, action: t`Save`, onDone, onClose }
  if (!identity)
    return (
      <RecordForm
        {...usual}
        name={`name of ${person_id}`}
        title={t`Add a name`}
        start={{ identity_type: 'alias' }}
        send={(body: IdentityCreate, options) => api.persons.identities.create({ person_id }, body, options)}
      />
    )
  const params = { person_id, identity_id: identity.id }
  return (
    <RecordForm
      {...usual}
      name="name"
      title={t`Change the name`}
      record={identity}
      send={(body: IdentityUpdate) => api.persons.identities.update(params, body)}
      reload={() => api.persons.identities.get(params)}
    />
  )
}
