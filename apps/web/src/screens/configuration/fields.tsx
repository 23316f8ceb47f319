import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CatalogueScreen } from './catalogue.tsx'
import { optionsCodec, valueCodec } from './codecs.ts'
import { fieldOperations } from './operations.ts'
import { typesQuery } from './queries.ts'
import { useUsualFields } from './usual-fields.ts'
import { fieldTypes } from './words.ts'

/** The list of issue fields: built-in fields, and fields that the organisation adds. */
export function Fields() {
  const { t } = useLingui()
  const { name, key, description, position } = useUsualFields()
  const types = useQuery(typesQuery).data ?? []
  return (
    <CatalogueScreen
      of={{
        name: 'issue-fields',
        title: t`Fields`,
        add: t`Add a field`,
        about: t`A field holds a value of an issue. Screens say which forms show it.`,
        operations: fieldOperations,
        columns: [
          {
            id: 'type',
            title: t`Type`,
            priority: 1,
            sort: 'type',
            cell: ({ type }) => <span>{t(fieldTypes[type])}</span>,
          },
        ],
        fields: [
          name,
          { kind: 'flag', name: 'is_required', label: t`Required in every issue` },
          { kind: 'flag', name: 'is_unique', label: t`No two issues have the same value` },
          {
            kind: 'long',
            name: 'options',
            label: t`Options`,
            hint: t`For a choice: one per line, such as “Berlin”, or with its key: “berlin: Berlin”.`,
            codec: optionsCodec,
          },
          {
            kind: 'text',
            name: 'default_value',
            label: t`Default`,
            hint: t`Put a text that is a number in quotes: "5".`,
            codec: valueCodec,
          },
          {
            kind: 'text',
            name: 'pattern',
            label: t`Pattern`,
            hint: t`For a text: a regular expression, such as ^[A-Z]+-[0-9]+$.`,
            maxLength: 255,
          },
          { kind: 'number', name: 'min_length', label: t`Minimum length`, hint: t`For a text.` },
          { kind: 'number', name: 'max_length', label: t`Maximum length`, hint: t`For a text.` },
          { kind: 'number', name: 'minimum', label: t`Minimum value`, hint: t`For a number.` },
          { kind: 'number', name: 'maximum', label: t`Maximum value`, hint: t`For a number.` },
          {
            kind: 'choices',
            name: 'issue_type_ids',
            label: t`Types of issues that have it`,
            hint: t`None chosen: all.`,
            options: types.map((type) => [type.id, type.name] as const),
          },
          { kind: 'flag', name: 'is_searchable', label: t`Searched by words` },
          {
            kind: 'json',
            name: 'json_schema',
            label: t`JSON Schema`,
            hint: t`For a JSON field: the schema that its values must match.`,
          },
          position,
          description,
        ],
        fixedFields: [
          {
            kind: 'choice',
            name: 'type',
            label: t`Type`,
            isRequired: true,
            options: Object.entries(fieldTypes).map(([value, label]) => [value, t(label)] as const),
          },
          key,
        ],
      }}
    />
  )
}
