import type {
  ConfigurationItem,
  Relationship,
  RelationshipCreate,
  RelationshipUpdate,
} from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { Moves } from '../../records/moves.tsx'
import { useOpenRecord } from '../../records/open-form.ts'
import { pickableItems } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { Related } from '../../records/related.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { refetch } from '../../refetch.ts'
import { toast } from '../../ui/toasts.tsx'
import { ItemLink } from './item-link.tsx'
import { relationshipNames } from './words.ts'

/** The relationships of an item, with forms to add, change and delete them. */
export function Relationships({ item }: { readonly item: ConfigurationItem }) {
  const { t } = useLingui()
  const mayWrite = useCan()('configuration_items:write') && item.archived_at === null
  const form = useOpenRecord<Relationship>('relationship', (relationship_id) =>
    api.relationships.get({ relationship_id }),
  )
  return (
    <>
      <Related
        title={t`Relationships`}
        queryKey={['configuration-items', item.id, 'relationships']}
        list={{
          page: (query, options) =>
            api.configurationItems.relationships.list.safe({ ci_id: item.id }, query, options),
        }}
        empty={t`It is not related to any other item yet.`}
        action={
          mayWrite && (
            <button type="button" className="button outlined small" onClick={() => form.open('new')}>
              <Trans>Add a relationship</Trans>
            </button>
          )
        }
        line={(relationship) => (
          <RelationshipLine
            relationship={relationship}
            mayWrite={mayWrite}
            onEdit={() => form.open(relationship)}
          />
        )}
      />
      {(form.isNew || form.record) && (
        <RelationshipForm
          item={item}
          {...(form.record && { relationship: form.record })}
          onClose={form.close}
        />
      )}
    </>
  )
}

interface LineProps {
  readonly relationship: Relationship
  readonly mayWrite: boolean
  readonly onEdit: () => void
}

function RelationshipLine({ relationship, mayWrite: isChangeable, onEdit }: LineProps) {
  const { t } = useLingui()
  const { id, direction, relationship_type, inverse_name, source, target, weight } = relationship
  const isOutgoing = direction === 'outgoing'
  const other = isOutgoing ? target : source
  const mayWrite = isChangeable && !other.is_archived
  const deletion = useDeletion({
    record: relationship,
    name: t`The relationship with ${other.name}`,
    // The service requires the same permission to delete a relationship as to create it.
    mayDelete: mayWrite,
    remove: () => api.relationships.delete({ relationship_id: id }),
    onRemoved: () => undefined,
  })
  return (
    <>
      <span className="hint">{t(relationshipNames[isOutgoing ? relationship_type : inverse_name])}</span>
      <ItemLink id={other.id} name={other.name} />
      {other.is_archived && (
        <span className="hint">
          <Trans>{other.name} is archived.</Trans>
        </span>
      )}
      <span className="at-end">
        <span className="hint">
          <Trans>Weight {weight}</Trans>
        </span>
        {mayWrite && (
          <>
            <button
              type="button"
              className="button quiet small"
              aria-label={t`Edit the relationship with ${other.name}`}
              onClick={onEdit}
            >
              <Trans>Edit</Trans>
            </button>
            <Moves of={other.name} moves={[deletion]} touches={['configuration-items']} buttons={0} />
          </>
        )}
      </span>
    </>
  )
}

interface FormProps {
  readonly item: ConfigurationItem
  readonly relationship?: Relationship
  readonly onClose: () => void
}

function RelationshipForm({ item, relationship, onClose }: FormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const shared: readonly FormField[] = [
    {
      kind: 'number',
      name: 'weight',
      label: t`Weight`,
      isRequired: true,
      hint: t`How strongly a failure of one item affects the other: 10 completely, 1 hardly.`,
    },
    { kind: 'long', name: 'description', label: t`Description` },
  ]
  const usual = {
    onClose,
    onDone: () => {
      onClose()
      void refetch(queries, { queryKey: ['configuration-items'] })
      toast(t`The relationship was saved.`)
    },
  }
  if (relationship)
    return (
      <RecordForm
        {...usual}
        name="relationship"
        title={t`Change the relationship`}
        action={t`Save`}
        fields={shared}
        record={relationship}
        send={(body: RelationshipUpdate) =>
          api.relationships.update({ relationship_id: relationship.id }, body)
        }
        reload={() => api.relationships.get({ relationship_id: relationship.id })}
      />
    )
  return (
    <RecordForm
      {...usual}
      name={`new relationship ${item.id}`}
      title={t`Relate ${item.name} to another item`}
      action={t`Add`}
      fields={[
        {
          kind: 'choice',
          name: 'relationship_type',
          label: t`How ${item.name} is related`,
          isRequired: true,
          options: Object.entries(relationshipNames).map(([value, label]) => [value, t(label)] as const),
        },
        { kind: 'record', name: 'target_id', label: t`Other item`, of: pickableItems, isRequired: true },
        ...shared,
      ]}
      start={{ weight: '10' }}
      send={(body: RelationshipCreate, options) =>
        api.configurationItems.relationships.create({ ci_id: item.id }, body, options)
      }
    />
  )
}
