import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { recordReference } from '../kernel/external-ids.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { id, instant, keyOrId, line, longText, name, nullable } from '../kernel/schema.ts'

const direction = z.enum(['outward', 'inward']).meta({
  id: 'IssueLinkDirection',
  description:
    'Direction of the link. `outward`: from the issue in the path to the other issue. `inward`: from the other issue to the issue in the path.',
})

const linkedIssue = z
  .object({
    id: id().meta({ description: 'Id of the issue.' }),
    key: z.string().meta({ description: 'Key of the issue.', examples: ['OPS-12'] }),
    title: name().meta({ description: 'Title of the issue.' }),
    status: z.string().meta({ description: 'Key of the status of the issue.', examples: ['in_progress'] }),
    is_closed: z.boolean().meta({ description: 'True if the issue is closed.' }),
  })
  .meta({ id: 'LinkedIssue', description: 'The issue at the other end.' })

const note = nullable(longText()).meta({ description: 'Why the two issues are linked.' })

const link = z
  .object({
    ...ownedMembers,
    issue_id: id().meta({ description: 'Id of the issue in the path.' }),
    linked_issue_id: id().meta({ description: 'Id of the issue at the other end.' }),
    link_type_id: id().meta({ description: 'Id of the link type.' }),
    link_type: z.string().meta({ description: 'Key of the link type.', examples: ['blocks'] }),
    direction,
    description: note,
    linked_issue: linkedIssue,
  })
  .meta({ id: 'IssueLink', description: 'A link between two issues: one record, listed for both of them.' })
const linkType = keyOrId('the link type').meta({ examples: ['blocks'] })
const linkCreate = z
  .strictObject({
    linked_issue_id: recordReference('issues', 'the issue').meta({
      description: 'The issue at the other end.',
    }),
    link_type: linkType.optional(),
    link_type_id: linkType.optional(),
    direction: direction.optional(),
    description: note.optional(),
    ...ownedOnCreate,
  })
  .meta({
    id: 'IssueLinkCreate',
    description:
      'A new link, outward by default. Needs `link_type` or `link_type_id`; each accepts a key or an id.',
  })

export interface IssueLink extends z.infer<typeof link> {}
export interface IssueLinkCreate extends z.infer<typeof linkCreate> {}
/** A link between two issues. */
export const IssueLink: z.core.$ZodType<IssueLink, IssueLink> = link
/** A new link. */
export const IssueLinkCreate: z.core.$ZodType<IssueLinkCreate, IssueLinkCreate> = linkCreate

const linkCollection = collection({
  hasExternalIds: true,
  filters: { link_type: byValue(line(48)), created_at: byTime(instant()) },
  sort: ['link_type', 'created_at'],
})

export const issueLinks = {
  list: endpoint({
    operationId: 'listLinksOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/links',
    tag: 'Issues',
    summary: 'List the links of an issue',
    description: 'Lists the links to issues that the caller may read.',
    permission: 'issues:read',
    query: linkCollection.query,
    collection: linkCollection,
    success: { status: 200, body: z.array(IssueLink) },
  }),
  get: endpoint({
    operationId: 'getLinkOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/links/{link_id}',
    tag: 'Issues',
    summary: 'Read a link',
    description: 'A link can be read from either issue if the caller may read or write the other one.',
    permission: 'issues:read',
    success: { status: 200, body: IssueLink },
  }),
  create: endpoint({
    operationId: 'createLinkOfIssue',
    method: 'post',
    path: '/issues/{issue_id}/links',
    tag: 'Issues',
    summary: 'Link an issue to another',
    permission: 'issues:write',
    body: IssueLinkCreate,
    success: { status: 201, body: IssueLink },
    errors: ['already_exists', 'cycle_detected'],
  }),
  delete: endpoint({
    operationId: 'deleteLinkOfIssue',
    method: 'delete',
    path: '/issues/{issue_id}/links/{link_id}',
    tag: 'Issues',
    summary: 'Remove a link',
    description: 'A link can be removed from either issue if the caller may read or write the other one.',
    permission: 'issues:write',
    success: { status: 204 },
  }),
}
