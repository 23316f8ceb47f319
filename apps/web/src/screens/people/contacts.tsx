import type { Contact, ContactCreate, ContactType, ContactUpdate, Person } from '@commonhold/contract'
import { msg } from '@lingui/core/macro'
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
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

const types = {
  email: msg`Email`,
  phone: msg`Phone`,
  mobile: msg`Mobile phone`,
  fax: msg`Fax`,
  address: msg`Address`,
  website: msg`Website`,
  messenger: msg`Messenger`,
  emergency: msg`Emergency`,
  other: msg`Other`,
} as const satisfies Record<ContactType, unknown>

/** The contacts of a person, with forms to add, change, order and delete them. */
export function Contacts({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const mayWrite = useCan()('persons:write') && person.archived_at === null
  const form = useOpenRecord<Contact>('contact', (contact_id) => api.contacts.get({ contact_id }))
  const query = useQuery({
    queryKey: ['persons', person.id, 'contacts'],
    queryFn: ({ signal }) => api.persons.contacts.list({ person_id: person.id }, { limit: 100 }, { signal }),
  })
  return (
    <Section
      title={t`Contacts`}
      action={
        mayWrite && (
          <button type="button" className="button outlined small" onClick={() => form.open('new')}>
            <Trans>Add a contact</Trans>
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
          <Trans>No contact is known.</Trans>
        </p>
      ) : (
        <ul className="line-list">
          {query.data.map((contact, at) => (
            <li key={contact.id}>
              <span className="field-name">
                {t(types[contact.type])}
                {contact.label && ` (${contact.label})`}
              </span>
              <span className="ellipsis">{contact.value}</span>
              {mayWrite && (
                <span className="at-end">
                  <ContactMoves
                    contact={contact}
                    at={at}
                    all={query.data.map(({ id }) => id)}
                    onEdit={() => form.open(contact)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {(form.isNew || form.record) && (
        <ContactForm
          person_id={person.id}
          {...(form.record && { contact: form.record })}
          onClose={form.close}
        />
      )}
    </Section>
  )
}

interface ContactMovesProps {
  readonly contact: Contact
  /** Its index among all contacts of the person. */
  readonly at: number
  readonly all: readonly string[]
  readonly onEdit: () => void
}

function ContactMoves({ contact, at, all, onEdit }: ContactMovesProps) {
  const { t } = useLingui()
  const value = contact.value ?? t`the contact`
  const deletion = useDeletion<unknown>({
    record: contact,
    name: value,
    mayDelete: true,
    remove: () => api.contacts.delete({ contact_id: contact.id }),
    onRemoved: () => undefined,
  })
  const { person_id } = contact
  const moveTo = (place: number): Omit<Move<unknown>, 'id' | 'label'> => ({
    isOffered: person_id !== null && place >= 0 && place < all.length,
    run: () => order(all.toSpliced(at, 1).toSpliced(place, 0, contact.id)),
    done: t`${value} was moved.`,
    undo: () => order(all),
  })
  const order = async (contact_ids: readonly string[]) => {
    if (person_id !== null) await api.persons.contacts.order({ person_id }, { contact_ids: [...contact_ids] })
  }
  return (
    <>
      <button type="button" className="button quiet small" aria-label={t`Edit ${value}`} onClick={onEdit}>
        <Trans>Edit</Trans>
      </button>
      <Moves
        of={value}
        moves={[
          { id: 'up', label: t`Move up`, ...moveTo(at - 1) },
          { id: 'down', label: t`Move down`, ...moveTo(at + 1) },
          { ...deletion, warning: t`${value} is deleted. This cannot be undone.` },
        ]}
        touches={['persons']}
        buttons={0}
      />
    </>
  )
}

interface ContactFormProps {
  readonly person_id: string
  readonly contact?: Contact
  readonly onClose: () => void
}

function ContactForm({ person_id, contact, onClose }: ContactFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const fields: readonly FormField[] = [
    {
      kind: 'choice',
      name: 'type',
      label: t`Kind`,
      isRequired: true,
      options: Object.entries(types).map(([value, label]) => [value, t(label)] as const),
    },
    { kind: 'text', name: 'value', label: t`Value`, isRequired: true, maxLength: 2048 },
    { kind: 'text', name: 'label', label: t`Label`, hint: t`For example work or home.`, maxLength: 255 },
    { kind: 'flag', name: 'do_not_publish', label: t`Keep it out of directories` },
  ]
  const onDone = ({ value }: Contact) => {
    onClose()
    void refetch(queries, { queryKey: ['persons', person_id, 'contacts'] })
    toast(t`${value ?? t`The contact`} was saved.`)
  }
  const usual = { fields, action: t`Save`, onDone, onClose }
  if (!contact)
    return (
      <RecordForm
        {...usual}
        name={`contact of ${person_id}`}
        title={t`Add a contact`}
        start={{ type: 'email' }}
        send={(body: ContactCreate, options) => api.persons.contacts.create({ person_id }, body, options)}
      />
    )
  const params = { contact_id: contact.id }
  return (
    <RecordForm
      {...usual}
      name="contact"
      title={t`Change the contact`}
      record={contact}
      send={(body: ContactUpdate) => api.contacts.update(params, body)}
      reload={() => api.contacts.get(params)}
    />
  )
}
