import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byNumber, byTime, byValue } from '../kernel/filters.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { id, instant, integer, longText, name, nullable, verbatim } from '../kernel/schema.ts'

const fields = {
  name: name().meta({ description: 'Name to show.', examples: ['screenshot.png'] }),
  url: verbatim(2048, 1)
    .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/)
    .meta({
      description: 'URL of the file: http or https. The service never fetches it.',
      examples: ['https://files.example.org/screenshot.png'],
      maxLength: 2048,
    }),
  content_type: nullable(z.string().regex(/^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,60}$/)).meta({
    description: 'Media type of the file.',
    examples: ['image/png'],
  }),
  size_bytes: nullable(z.int().min(0)).meta({ description: 'Size of the file in bytes.' }),
  checksum_sha256: nullable(z.string().regex(/^[0-9a-f]{64}$/)).meta({
    description: 'SHA-256 of the file, in hexadecimal.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  description: nullable(longText()).meta({ description: 'Description of the file.' }),
}

const attachment = z
  .object({ ...ownedMembers, issue_id: id().meta({ description: 'Id of the issue.' }), ...fields })
  .meta({ id: 'IssueAttachment', description: 'A reference to a file that is stored elsewhere.' })
const attachmentCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({ content_type: true, size_bytes: true, checksum_sha256: true, description: true })
  .meta({ id: 'IssueAttachmentCreate', description: 'A new reference to a file.' })

export interface IssueAttachment extends z.infer<typeof attachment> {}
export interface IssueAttachmentCreate extends z.infer<typeof attachmentCreate> {}
/** A reference to a file that is stored elsewhere. */
export const IssueAttachment: z.core.$ZodType<IssueAttachment, IssueAttachment> = attachment
/** A new reference to a file. */
export const IssueAttachmentCreate: z.core.$ZodType<IssueAttachmentCreate, IssueAttachmentCreate> =
  attachmentCreate

const attachmentCollection = collection({
  hasExternalIds: true,
  filters: {
    name: byValue(name()),
    content_type: byValue(name(), { nullable: true }),
    size_bytes: byNumber(integer()),
    created_at: byTime(instant()),
  },
  sort: ['name', 'size_bytes', 'created_at'],
})

export const issueAttachments = {
  list: endpoint({
    operationId: 'listAttachmentsOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/attachments',
    tag: 'Issues',
    summary: 'List the attachments of an issue',
    permission: 'issues:read',
    query: attachmentCollection.query,
    collection: attachmentCollection,
    success: { status: 200, body: z.array(IssueAttachment) },
  }),
  get: endpoint({
    operationId: 'getAttachmentOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/attachments/{attachment_id}',
    tag: 'Issues',
    summary: 'Read an attachment',
    permission: 'issues:read',
    success: { status: 200, body: IssueAttachment },
  }),
  create: endpoint({
    operationId: 'createAttachmentOfIssue',
    method: 'post',
    path: '/issues/{issue_id}/attachments',
    tag: 'Issues',
    summary: 'Attach a reference to a file',
    permission: 'issues:write',
    body: IssueAttachmentCreate,
    success: { status: 201, body: IssueAttachment },
  }),
  delete: endpoint({
    operationId: 'deleteAttachmentOfIssue',
    method: 'delete',
    path: '/issues/{issue_id}/attachments/{attachment_id}',
    tag: 'Issues',
    summary: 'Remove an attachment',
    description: 'Removing an attachment that another user added needs the permission `issues:manage`.',
    permission: 'issues:write',
    success: { status: 204 },
  }),
}
