import type { Identity, Person, PersonCreate, PersonUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useExternalIdsField } from '../../records/external-ids.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableUsers } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'

interface PersonFormProps {
  /** The person to change; absent if a new person is registered. `identity` is the current name of the person. */
  readonly person?: Person
  readonly identity?: Identity | undefined
  readonly onDone: (person: Person) => void
  readonly onClose: () => void
}

/** The form that registers a person, or changes one. */
export function PersonForm({ person, identity, onDone, onClose }: PersonFormProps) {
  const { t } = useLingui()
  const externalIds = useExternalIdsField()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'identity/first_name', label: t`First name`, isRequired: true, maxLength: 100 },
    { kind: 'text', name: 'identity/last_name', label: t`Last name`, isRequired: true, maxLength: 100 },
    { kind: 'text', name: 'identity/middle_name', label: t`Middle name`, maxLength: 100 },
    { kind: 'text', name: 'identity/prefix', label: t`Title before the name`, maxLength: 100 },
    {
      kind: 'text',
      name: 'external_id',
      label: t`Number`,
      hint: t`An id from another system, such as a student number. A scanner finds the person by it.`,
      maxLength: 255,
    },
    ...(person?.redacted.includes('birth_date')
      ? []
      : [{ kind: 'day', name: 'birth_date', label: t`Born on` } as const]),
    {
      kind: 'record',
      name: 'user_id',
      label: t`Account`,
      hint: t`The account that this person signs in with.`,
      of: pickableUsers,
    },
    externalIds,
  ]
  if (!person)
    return (
      <RecordForm
        name="new person"
        title={t`Register a person`}
        action={t`Register`}
        fields={fields}
        send={(body: PersonCreate, options) => api.persons.create(body, options)}
        onDone={onDone}
        onClose={onClose}
      />
    )
  const params = { person_id: person.id }
  const name = person.display_name ?? t`the person`
  return (
    <RecordForm
      name="person"
      title={t`Change ${name}`}
      action={t`Save`}
      fields={fields}
      record={{ ...person, identity }}
      send={async (body: PersonUpdate) => ({
        ...(await api.persons.update(params, withWholeName(body, identity))),
        identity,
      })}
      reload={async () => {
        const [changed, current] = await Promise.all([
          api.persons.get(params),
          api.persons.currentIdentity.get(params).catch(() => undefined),
        ])
        return { ...changed, identity: current }
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** Adds the first and last name to a changed name: the service requires both, even if only another part changes. */
function withWholeName(body: PersonUpdate, identity: Identity | undefined): PersonUpdate {
  if (!body.identity || !identity?.first_name || !identity.last_name) return body
  const { first_name, last_name } = identity
  return { ...body, identity: Object.assign({ first_name, last_name }, body.identity) }
}
