import type { ApiKey, ApiKeyCreate, ApiKeyRotation, ApiKeyWithSecret } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../records/can.ts'
import { dayOf, endOfDay } from '../../records/local-days.ts'
import { type Move, Moves, useMove } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { Section } from '../../records/section.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { KeyForm } from './key-form.tsx'
import { KeySecret } from './key-secret.tsx'
import { KeyState } from './key-state.tsx'

const isOver = (end: string) => Date.parse(end) <= Date.now()

interface KeySectionProps {
  readonly queryKey: readonly string[]
  readonly list: (signal: AbortSignal) => Promise<readonly ApiKey[]>
  readonly create: (body: ApiKeyCreate) => Promise<ApiKeyWithSecret>
  readonly rotate: (key_id: string, body: ApiKeyRotation) => Promise<ApiKeyWithSecret>
  readonly remove: (key_id: string) => Promise<unknown>
  readonly mayWrite: boolean
  /** True if a permission in a single project is enough for a scope. */
  readonly inProjects?: boolean
}

/** The API keys of one account, with moves to create, rotate and revoke them. */
export function KeySection(props: KeySectionProps) {
  const { queryKey, list, create, rotate, remove, mayWrite, inProjects = false } = props
  const { t } = useLingui()
  const can = useCan()
  const make = useMove(['keys'])
  const [adding, setAdding] = useOpenForm<'new'>('key')
  const [secret, setSecret] = useState<ApiKeyWithSecret>()
  const query = useQuery({
    queryKey: ['keys', ...queryKey],
    queryFn: ({ signal }) => list(signal),
  })
  const moves = ({ id, name, expires_at, scopes }: ApiKey): readonly Move<unknown>[] => [
    {
      id: 'rotate',
      label: t`Replace the secret`,
      // The new secret has all scopes of the key, so the user needs all these permissions.
      isOffered: mayWrite && scopes.every((scope) => can(scope, inProjects ? 'anywhere' : null)),
      warning: isOver(expires_at)
        ? t`A new secret is created, and the key works again.`
        : t`A new secret is created. The current one works for another 24 hours.`,
      fields: [
        {
          kind: 'day',
          name: 'expires_at',
          label: t`Works until`,
          hint: t`Until the end of that day, at most one year ahead.`,
          isRequired: true,
          codec: { toText: String, toValue: endOfDay },
        },
      ],
      start: { expires_at: isOver(expires_at) ? '' : dayOf(expires_at) },
      run: async (body) => setSecret(await rotate(id, body)),
      done: t`${name} has a new secret.`,
    },
    {
      id: 'revoke',
      label: t`Revoke`,
      isOffered: mayWrite,
      isDangerous: true,
      warning: t`It stops working immediately in every program that uses it. This cannot be undone.`,
      run: () => remove(id),
      done: t`${name} was revoked.`,
    },
  ]
  return (
    <Section
      title={t`API keys`}
      action={
        mayWrite && (
          <button type="button" className="button outlined small" onClick={() => setAdding('new')}>
            <Trans>New API key</Trans>
          </button>
        )
      }
    >
      {!query.data && <Unloaded query={query} />}
      {query.data?.length === 0 && (
        <p className="hint">
          <Trans>No keys. A key lets a program work here without a password.</Trans>
        </p>
      )}
      <ul className="line-list">
        {query.data?.map((key) => (
          <li key={key.id}>
            <strong>{key.name}</strong>
            <KeyState apiKey={key} />
            <span className="at-end">
              <Moves of={key.name} moves={moves(key)} touches={['keys']} buttons={0} />
            </span>
          </li>
        ))}
      </ul>
      {adding && (
        <KeyForm
          inProjects={inProjects}
          send={(body) =>
            make(
              {
                id: 'create',
                label: t`New API key`,
                isOffered: true,
                run: () => create(body),
                done: t`${body.name} was created.`,
              },
              {},
            )
          }
          onClose={() => setAdding()}
          onDone={(key) => {
            setAdding()
            setSecret(key)
          }}
        />
      )}
      {secret && <KeySecret name={secret.name} secret={secret.secret} onClose={() => setSecret(undefined)} />}
    </Section>
  )
}
