import type { AssetModel } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { permissionsQuery, tenantQuery } from '../account/queries.ts'
import { AssetForm } from '../asset-register/asset-form.tsx'
import { AssetList } from '../asset-register/asset-list.tsx'
import { MODEL_DRAFT, ModelForm } from '../asset-register/model-form.tsx'
import { statusLabels } from '../asset-register/moves.ts'
import { modelsQuery } from '../asset-register/queries.ts'
import { hasDraft } from '../drafts.ts'
import { FirstOrganisation } from '../organisations/first-organisation.tsx'
import { useSharedOnly } from '../organisations/newcomer.ts'
import { WayIn } from '../organisations/way-in.tsx'
import { type Can, canWith } from '../records/can.ts'
import { Unloaded } from '../ui/unloaded.tsx'
import { useDraftKey } from '../ui/use-draft.ts'
import { WhoAmI } from '../ui/who-am-i.tsx'
import { Workspace } from '../ui/workspace.tsx'

export function Dashboard() {
  const { t } = useLingui()
  const permissions = useQuery(permissionsQuery)
  const [news, setNews] = useState<string>()

  return (
    <Workspace title={t`Dashboard`} news={news} start={<FirstStep />}>
      <WhoAmI />
      {permissions.data ? (
        <Assets can={canWith(permissions.data)} onNews={setNews} />
      ) : (
        <Unloaded query={permissions} />
      )}
    </Workspace>
  )
}

interface AssetsProps {
  readonly can: Can
  readonly onNews: (news: string) => void
}

/** The form to register assets, and the latest ones: as far as the user may change and read them. */
function Assets({ can, onNews }: AssetsProps) {
  const { t } = useLingui()
  const mayRead = can('assets:read', 'anywhere')
  const models = useQuery({ ...modelsQuery, enabled: mayRead })
  if (!mayRead)
    return (
      <p className="empty">
        <Trans>
          You may not see the assets of this organisation. Open the organisation to work there, or ask one of
          its owners for the permission.
        </Trans>
      </p>
    )
  return (
    <div className="workplace">
      {can('assets:write', 'anywhere') &&
        (models.data ? <Register models={models.data} onNews={onNews} /> : <Unloaded query={models} />)}
      <AssetList
        models={models.data ?? []}
        can={can}
        onMoved={({ name, status }) => {
          const now = t(statusLabels[status])
          onNews(t`${name}: the status is now “${now}”.`)
        }}
      />
    </div>
  )
}

/** Links to the user's organisations, or, for a new user, the form to create one. */
function FirstStep() {
  const shared = useSharedOnly()
  return shared ? <FirstOrganisation shared={shared} /> : <WayIn />
}

/** The organisation in which a form registers, shown beside the title. */
function Where() {
  const { t } = useLingui()
  const name = useQuery(tenantQuery).data?.name
  return <span className="hint">{name && t`In the organisation “${name}”`}</span>
}

interface RegisterProps {
  readonly models: readonly AssetModel[]
  readonly onNews: (news: string) => void
}

function Register({ models, onNews }: RegisterProps) {
  const { t } = useLingui()
  const [modelId, setModelId] = useState<string>()
  /** Undefined until the user has opened or closed it. */
  const [adding, setAdding] = useState<boolean>()
  const draftKey = useDraftKey()
  const section = useRef<HTMLElement>(null)
  const [added, setAdded] = useState<AssetModel>()
  useEffect(() => {
    if (added) section.current?.querySelector('input')?.focus()
  }, [added])
  const usable = models.filter(({ archived_at }) => archived_at === null)
  const model = usable.find(({ id }) => id === modelId) ?? usable[0]
  const modelForm = (
    <ModelForm
      onAdded={(made) => {
        setModelId(made.id)
        setAdded(made)
        setAdding(false)
        onNews(t`${made.name} was added. Now register an asset of it.`)
      }}
    />
  )

  if (!model)
    return (
      <section className="card" aria-labelledby="first-model">
        <div className="card-head">
          <h2 id="first-model">
            <Trans>Begin with a model</Trans>
          </h2>
          <Where />
        </div>
        <p className="hint">
          <Trans>A model is a kind of asset, such as one type of laptop. Every asset has a model.</Trans>
        </p>
        {modelForm}
      </section>
    )

  return (
    <section className="card" aria-labelledby="register" ref={section}>
      <div className="card-head">
        <h2 id="register">
          <Trans>Register an asset</Trans>
        </h2>
        <Where />
      </div>
      <AssetForm
        models={usable}
        model={model}
        onModel={setModelId}
        onRegistered={({ name, asset_tag }) => onNews(t`${name} was registered as ${asset_tag}.`)}
      />
      <details
        className="more"
        open={adding ?? hasDraft(draftKey(MODEL_DRAFT))}
        onToggle={(event) => setAdding(event.currentTarget.open)}
      >
        <summary>
          <Trans>Add another model</Trans>
        </summary>
        {modelForm}
      </details>
    </section>
  )
}
