import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useMayChange } from '../../issues/use-may-change.ts'
import { useCan } from '../../records/can.ts'
import type { Move } from '../../records/moves.tsx'
import { pickableAssets, pickableIssues, pickableItems } from '../../records/pickables.ts'
import { RecordName } from '../../records/record-name.tsx'
import { Section } from '../../records/section.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { Addable, Remove } from './addable.tsx'
import { awaited } from './awaited.tsx'
import { IssueLine } from './issue-link.tsx'
import { IssueStatus } from './marks.tsx'
import { useMyself } from './use-work.ts'

/** The parts, links, assets, configuration items and files of an issue. */
export function Relations({ issue }: { readonly issue: Issue }) {
  return (
    <>
      <Parts issue={issue} />
      <Links issue={issue} />
      <Things issue={issue} />
      <Attachments issue={issue} />
    </>
  )
}

function Parts({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const parts = useQuery({
    queryKey: ['issue', issue.id, 'parts'],
    queryFn: ({ signal }) => api.issues.list({ parent_id: [issue.id], limit: 100 }, { signal }),
  })
  if (parts.isPending) return awaited
  if (parts.data?.length === 0) return null
  return (
    <Section title={t`Parts`}>
      {!parts.data && <Unloaded query={parts} />}
      <ul className="line-list">
        {parts.data?.map((part) => (
          <li key={part.id}>
            <IssueLine issueKey={part.key} title={part.title} />
            <span className="at-end">
              <IssueStatus issue={part} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Links({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const params = { issue_id: issue.id }
  const mayWrite = useMayChange()(issue)
  const types = useQuery({
    queryKey: ['issue-link-types'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.issueLinkTypes.list({ limit: 200, sort: ['position'] }, { signal }),
  })
  const links = useQuery({
    queryKey: ['issue', issue.id, 'links'],
    queryFn: ({ signal }) => api.issues.links.list(params, { limit: 200 }, { signal }),
  })
  const add: Move<unknown> = {
    id: 'link',
    label: t`Link an issue`,
    isOffered: mayWrite,
    fields: [
      {
        kind: 'choice',
        name: 'link_type',
        label: t`How they belong together`,
        isRequired: true,
        options: (types.data ?? [])
          .filter(({ is_active }) => is_active)
          .map(({ key, outward_name }) => [key, outward_name] as const),
      },
      {
        kind: 'record',
        name: 'linked_issue_id',
        label: t`Other issue`,
        of: pickableIssues,
        isRequired: true,
      },
    ],
    run: (body, options) =>
      api.issues.links.create(params, body as { linked_issue_id: string; link_type: string }, options),
    done: t`The issues are linked.`,
  }
  const named = (key: string, isOutward: boolean) => {
    const type = types.data?.find((one) => one.key === key)
    return (isOutward ? type?.outward_name : type?.inward_name) ?? key
  }
  return (
    <Addable
      title={t`Links`}
      move={add}
      of={issue.key}
      isPending={links.isPending || types.isPending}
      query={links}
    >
      {links.data?.map(({ id, link_type, direction, linked_issue, description, external_ids }) => (
        <li key={id}>
          <span className="muted">{named(link_type, direction === 'outward')}</span>
          <IssueLine issueKey={linked_issue.key} title={linked_issue.title} />
          {mayWrite && (
            <Remove
              label={t`Remove the link to ${linked_issue.key}`}
              of={issue.key}
              run={() => api.issues.links.delete({ issue_id: issue.id, link_id: id })}
              done={t`The link to ${linked_issue.key} was removed.`}
              undo={() =>
                api.issues.links.create(params, {
                  linked_issue_id: linked_issue.id,
                  link_type,
                  direction,
                  description,
                  external_ids,
                })
              }
            />
          )}
        </li>
      ))}
    </Addable>
  )
}

function Things({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { asset_ids, configuration_item_ids } = issue
  if (asset_ids.length + configuration_item_ids.length === 0) return null
  return (
    <Section title={t`Affected items`}>
      <ul className="line-list">
        {asset_ids.map((asset) => (
          <li key={asset}>
            <span className="muted">
              <Trans>Asset</Trans>
            </span>
            <Link to="/t/$tenant/assets/$asset" params={{ tenant: slug, asset }}>
              <RecordName of={pickableAssets} id={asset} />
            </Link>
          </li>
        ))}
        {configuration_item_ids.map((id) => (
          <li key={id}>
            <span className="muted">
              <Trans>Configuration item</Trans>
            </span>
            <Link to="/t/$tenant/configuration-items/$item" params={{ tenant: slug, item: id }}>
              <RecordName of={pickableItems} id={id} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Attachments({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const params = { issue_id: issue.id }
  const mayWrite = useMayChange()(issue)
  const mayManage = useCan()('issues:manage', issue.project_id)
  const myself = useMyself()
  const files = useQuery({
    queryKey: ['issue', issue.id, 'attachments'],
    queryFn: ({ signal }) => api.issues.attachments.list(params, { limit: 100 }, { signal }),
  })
  const add: Move<unknown> = {
    id: 'attach',
    label: t`Attach a file`,
    isOffered: mayWrite,
    fields: [
      { kind: 'text', name: 'name', label: t`Name of the file`, isRequired: true, maxLength: 255 },
      {
        kind: 'text',
        type: 'url',
        name: 'url',
        label: t`Address`,
        hint: t`Where the file is, beginning with https://`,
        isRequired: true,
        maxLength: 2048,
      },
    ],
    run: (body, options) =>
      api.issues.attachments.create(params, body as { name: string; url: string }, options),
    done: t`The file is attached.`,
  }
  return (
    <Addable title={t`Files`} move={add} of={issue.key} isPending={files.isPending} query={files}>
      {files.data?.map(({ id, name, url, created_by }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer nofollow">
            {name}
          </a>
          {mayWrite && (mayManage || created_by === myself?.id) && (
            <Remove
              label={t`Remove ${name}`}
              of={issue.key}
              warning={t`Its name and address are removed permanently. The file itself stays where it is.`}
              run={() => api.issues.attachments.delete({ issue_id: issue.id, attachment_id: id })}
              done={t`${name} was removed.`}
            />
          )}
        </li>
      ))}
    </Addable>
  )
}
